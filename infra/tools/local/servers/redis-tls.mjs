import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findOnPath, provideSystemPackages } from './system-packages.mjs';

const run = promisify(execFile);

/**
 * PEM files: a certificate authority, and one certificate for servers and clients on 127.0.0.1.
 * @typedef {{ ca: string, cert: string, key: string }} TlsFiles
 */

/**
 * Creates certificates for tests, which are valid for a day.
 * @param {string} dir the folder of the files
 * @returns {Promise<TlsFiles>}
 */
export async function makeCertificates(dir) {
  mkdirSync(dir, { recursive: true });
  const file = (name) => `${dir}/${name}`;
  writeFileSync(file('extensions'), 'subjectAltName = IP:127.0.0.1\nextendedKeyUsage = serverAuth, clientAuth\n');
  const openssl = await provideOpenssl();
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '1',
    '-subj',
    '/CN=an authority for tests',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
  );
  await openssl('req', ...newKey, '-subj', '/CN=127.0.0.1', '-keyout', file('tls.key'), '-out', file('tls.csr'));
  await openssl(
    'x509',
    '-req',
    '-days',
    '1',
    '-in',
    file('tls.csr'),
    '-CA',
    file('ca.crt'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-extfile',
    file('extensions'),
    '-out',
    file('tls.crt'),
  );
  return { ca: file('ca.crt'), cert: file('tls.crt'), key: file('tls.key') };
}

/** Settings of redis.conf for servers that use only TLS, also between each other. @param {TlsFiles} files */
export const tlsSettings = ({ ca, cert, key }) => ({
  'tls-ca-cert-file': ca,
  'tls-cert-file': cert,
  'tls-key-file': key,
  'tls-replication': 'yes',
  'tls-cluster': 'yes',
});

/** A function that runs openssl: the installed one, or one that is fetched from the system's packages. */
export async function provideOpenssl() {
  const installed = findOnPath('openssl');
  if (installed) return (...args) => run(installed, args);
  const { root, env } = await provideSystemPackages({
    name: 'openssl',
    packages: ['openssl'],
    hint: 'install openssl: tests of TLS make their certificates with it.',
  });
  // An unpacked openssl does not find its default configuration file.
  const conf = `${root}/openssl.cnf`;
  // Another process may be reading an existing file, so it is not written again.
  if (!existsSync(conf)) writeFileSync(conf, '[req]\ndistinguished_name = name\n[name]\n');
  return (...args) => run(`${root}/usr/bin/openssl`, args, { env: { ...process.env, ...env, OPENSSL_CONF: conf } });
}
