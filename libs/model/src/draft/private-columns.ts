/** Names of secrets that have no second meaning. */
const SECRET =
  /(?:^| )(?:password|passwd|pwd|pass hash|password hash|password salt|api key|secret key|private key|secret|(?:access|refresh|auth|session|reset|api|csrf) token)$|^(?:密码|口令|密钥)$/u;

/** Columns that may identify a person or hold a secret, which only the owner knows. */
const PERSONAL =
  /(?:^| )(?:email|e mail|mail hash|email hash|phone|mobile|tel|telephone|fax|ssn|passport|passport no|id card|national id|iban|card number|card no|token|hash|salt|birth date|birthdate|date of birth|dob|ip|ip address|home address|street)(?: number| no)?$|身份证|手机|电话|邮箱|银行卡|出生日期|家庭住址|护照/u;

/** Whether a column holds a secret for sure. @param words its name in lower-case words */
export const isSecretName = (words: string): boolean => SECRET.test(words);

/** Whether a column may identify a person or hold a secret. @param words its name in lower-case words */
export const mayBePrivate = (words: string, comment: string | null): boolean =>
  isSecretName(words) || PERSONAL.test(words) || /身份证|手机号|银行卡号|personal data|\bPII\b/u.test(comment ?? '');
