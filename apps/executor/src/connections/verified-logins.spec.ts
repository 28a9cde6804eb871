import type { Connection } from '@querent/catalog';
import type { Datasource, RoleReport } from '@querent/datasource';
import { bilingual } from '@querent/language';
import { refusalOf, VerifiedLogins } from './verified-logins';

const plain: RoleReport = {
  login: 'reader',
  isSuperuser: false,
  findings: [
    {
      rule: 'writable',
      severity: 'warn',
      what: bilingual('The login may write the large objects {subjects}{via}.', { subjects: '7', via: '' }),
      fix: ['REVOKE INSERT ON t FROM reader'],
    },
  ],
};
const root: RoleReport = {
  login: 'root',
  isSuperuser: true,
  findings: [
    {
      rule: 'superuser',
      severity: 'refuse',
      what: bilingual('This rule could not be checked in the system catalogues: {rule}.', { rule: 'superuser' }),
      fix: ['ALTER ROLE root NOSUPERUSER'],
    },
  ],
};

describe('VerifiedLogins', () => {
  const datasource = (): Datasource => ({ name: 'shop' }) as Datasource;
  const loginsOf = (over: Partial<Connection>, verify: (tenant?: string) => Promise<RoleReport>) => {
    const asked: (string | undefined)[] = [];
    const connection = { name: 'shop', allowSuperuser: false, ...over } as Connection;
    const logins = new VerifiedLogins({
      catalog: { connection: () => connection },
      verify: (_datasource, tenant) => {
        asked.push(tenant);
        return verify(tenant);
      },
    });
    return { logins, asked };
  };

  it('verifies a shared login once for all tenants, and a separate login once for its tenant', async () => {
    const shared = loginsOf({}, async () => plain);
    const own = loginsOf({ roles: { a: null, b: null } }, async () => plain);
    const one = datasource();
    for (const { logins } of [shared, own]) for (const tenant of ['a', 'b', 'a']) await logins.require(one, tenant);
    expect([shared.asked, own.asked]).toEqual([[undefined], ['a', 'b']]);
  });

  it('verifies a login again when its connection was reopened and when a renewal is requested', async () => {
    const { logins, asked } = loginsOf({}, async () => plain);
    const one = datasource();
    await logins.report(one, undefined);
    await logins.report(datasource(), undefined);
    await logins.renew(one, undefined);
    expect(asked.length).toBe(3);
  });

  it('refuses a login that became a superuser, but not that of another tenant', async () => {
    let report = plain;
    const { logins } = loginsOf({ roles: { a: null, b: null } }, async (tenant) => (tenant === 'a' ? report : plain));
    const one = datasource();
    await logins.require(one, 'a');
    report = root;
    await logins.renew(one, 'a');
    await expect(logins.require(one, 'a')).rejects.toMatchObject({ errorClass: { name: 'no_access' } });
    await expect(logins.require(one, 'b')).resolves.toBeUndefined();
  });

  it('keeps no report if the database did not answer', async () => {
    const answers = [Promise.reject(new Error('away')), Promise.resolve(plain)];
    const { logins } = loginsOf({}, () => answers.shift() ?? Promise.resolve(plain));
    const one = datasource();
    await expect(logins.require(one, 'a')).rejects.toThrow('away');
    await expect(logins.require(one, 'a')).resolves.toBeUndefined();
  });

  it('explains a refusal with the findings, the corrective statements and the setting; other findings do not refuse', () => {
    expect(refusalOf({ allowSuperuser: false }, root)).toMatch(
      /"root" is a superuser.*ALTER ROLE root NOSUPERUSER;.*allowSuperuser: true/,
    );
    expect([refusalOf({ allowSuperuser: true }, root), refusalOf({ allowSuperuser: false }, plain)]).toEqual([
      null,
      null,
    ]);
  });
});
