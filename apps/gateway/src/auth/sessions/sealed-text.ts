import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const [NONCE, TAG] = [12, 16];

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'querent session', 32));

/** Encrypts a text with the secret of a session, which Redis does not hold: only the browser's cookie opens it. */
export function sealed(text: string, secret: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
}

/** The text; null if it was changed or sealed with another secret. */
export function unsealed(stored: string, secret: string): string | null {
  try {
    const bytes = Buffer.from(stored, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
