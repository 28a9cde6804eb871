import { isPublicAddress, PrivateAddressError, publicLookup, callbackMistake } from './public-address';

describe('an address that a webhook may call', () => {
  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('is a public one: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '::7f00:1',
    '::ffff:0:a00:1',
    '4000::1',
    'fec0::1',
    '2002:7f00:1::',
    '198.18.0.1',
    '192.0.0.1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    'fe80::1%eth0',
    'not an address',
  ])('is not in an internal network, in any notation: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is checked again when the host is resolved for the connection', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve));
    expect(error).toBeInstanceOf(PrivateAddressError);
  });

  const caller = { name: 'alice' };
  const settings = { QUERENT_SECRET_KEY: 'k'.repeat(16), WEBHOOK_ALLOW_PRIVATE: false };
  it.each([
    ['https://hooks.example.org/x', null],
    ['http://93.184.215.14:8080/x', null],
    ['http://127.0.0.1/x', 'private'],
    ['http://2130706433/x', 'private'],
    ['http://0x7f.1/x', 'private'],
    ['http://[::1]/x', 'private'],
    ['http://127.0.0.1./x', 'private'],
    ['http://①②⑦.0.0.1/x', 'private'],
    ['http://017700000001/x', 'private'],
    ['http://[::127.0.0.1]/x', 'private'],
    ['http://[::ffff:169.254.169.254]/x', 'private'],
    ['http://localhost:3000/x', 'private'],
    ['http://LOCALHOST./x', 'private'],
    ['http://api.localhost/x', 'private'],
    ['https://user:pass@hooks.example.org/x', 'user name'],
  ])('%s is accepted, or refused at once if the URL itself shows why: %s', (url, word) => {
    const mistake = callbackMistake(url, caller, settings);
    if (word === null) expect(mistake).toBeNull();
    else expect(mistake?.en).toContain(word);
  });

  it('needs a signing key, and may be private if the operator permits it', () => {
    expect(callbackMistake('https://hooks.example.org/x', caller, { WEBHOOK_ALLOW_PRIVATE: false })?.en).toContain(
      'signing key',
    );
    expect(callbackMistake('http://127.0.0.1/x', caller, { ...settings, WEBHOOK_ALLOW_PRIVATE: true })).toBeNull();
  });

  it('is refused for the token of a browser', () => {
    expect(callbackMistake('https://hooks.example.org/x', { name: 'web:shop:ann:x' }, settings)?.en).toContain(
      'browser',
    );
  });
});
