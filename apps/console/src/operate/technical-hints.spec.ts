import { hintOf } from './technical-hints';

describe('the hint for a technical text', () => {
  it.each([
    ['connect ECONNREFUSED 127.0.0.1:5432', 'refused'],
    ['getaddrinfo ENOTFOUND db.example.com', 'noHost'],
    ['connect ETIMEDOUT 10.0.0.1:5432', 'noAnswer'],
    ['Connection terminated unexpectedly', 'broken'],
    ['28P01: password authentication failed for user "reader"', 'login'],
    ['role "reader" does not exist', 'login'],
    ['database "shop" does not exist', 'noDatabase'],
    ['sorry, too many clients already', 'full'],
    ['42501: permission denied for table orders', 'rights'],
    ['57014: canceling statement due to statement timeout', 'tooLong'],
    ['self-signed certificate in certificate chain', 'certificate'],
    ['the login could not be resolved: a variable in its url is missing', 'variable'],
    ['无法确定登录账号：其 url 中有一个变量没有设置', 'variable'],
    ['division by zero', null],
  ])('%s is %s', (text, hint) => expect(hintOf(text)).toBe(hint));
});
