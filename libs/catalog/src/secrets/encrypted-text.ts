import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-keys';

/**
 * Location of a secret. A text can be decrypted only at its location: copied to another connection or another tenant's
 * login, it counts as damaged.
 */
export interface SecretLocation {
  connection: string;
  /** `url`, `roles.<tenant>` or `tls.key`. */
  field: string;
}

export type Opened = { ok: true; text: string } | { ok: false; why: 'no_key' | 'unknown_key' | 'damaged' };

const PREFIX = 'enc:v1:';
const [ID_BYTES, NONCE_BYTES, TAG_BYTES] = [4, 12, 16];

/** Whether a text claims to be encrypted, in this or another format version. */
export const isEncrypted = (text: string): boolean => text.trimStart().startsWith('enc:');

/**
 * Encrypts a text: `enc:v1:` and, in base64url, the key's id (4 bytes), the nonce (12, random), the AES-256-GCM
 * ciphertext and its tag (16). The location is authenticated with it.
 */
export function encryptText(text: string, location: SecretLocation, { id, key }: SecretKey): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    locationBytes(location),
  );
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${PREFIX}${Buffer.concat([id, nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`;
}

/** Decrypts a result of `encryptText` with the matching key. Never throws. */
export function openText(text: string, location: SecretLocation, keys: readonly SecretKey[]): Opened {
  if (keys.length === 0) return { ok: false, why: 'no_key' };
  const bytes = bytesOf(text.trim());
  if (bytes === null) return { ok: false, why: 'damaged' };
  const { id, nonce, sealed, tag } = bytes;
  // Ids are short, so two keys may share one.
  const candidates = keys.filter((key) => key.id.equals(id));
  if (candidates.length === 0) return { ok: false, why: 'unknown_key' };
  for (const { key } of candidates) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(locationBytes(location))
        .setAuthTag(tag);
      return { ok: true, text: Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8') };
    } catch {
      continue;
    }
  }
  return { ok: false, why: 'damaged' };
}

/** Whether the text was encrypted with this key. */
export const isOfKey = (text: string, key: SecretKey): boolean => bytesOf(text.trim())?.id.equals(key.id) ?? false;

function bytesOf(text: string): Record<'id' | 'nonce' | 'sealed' | 'tag', Buffer> | null {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  const bytes = Buffer.from(encoded, 'base64url');
  // The decoder ignores invalid characters: accept only canonical base64url.
  if (bytes.toString('base64url') !== encoded) return null;
  const head = ID_BYTES + NONCE_BYTES;
  if (bytes.length < head + TAG_BYTES) return null;
  return {
    id: bytes.subarray(0, ID_BYTES),
    nonce: bytes.subarray(ID_BYTES, head),
    sealed: bytes.subarray(head, -TAG_BYTES),
    tag: bytes.subarray(-TAG_BYTES),
  };
}

/** JSON, so that no two locations have the same bytes. */
const locationBytes = ({ connection, field }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify(['querent', 'v1', connection, field]));
