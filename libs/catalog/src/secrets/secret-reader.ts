import { bilingual } from '@querent/language';
import type { Problem } from '../files/problem';
import { problemAt, type YamlDocument } from '../files/yaml-document';
import { credentialOf } from './credential';
import { holdsPlainSecret, plainSecretAdvice } from './plain-secrets';

/**
 * Reads the secrets of one connection file and adds mistakes to `problems`, without any part of the text. Methods
 * return null in a service without credentials, and if a variable or a key is missing or the text is not an address.
 */
export class SecretReader {
  constructor(
    private readonly connection: string,
    private readonly document: YamlDocument,
    private readonly env: Readonly<Record<string, string | undefined>> | null,
    private readonly problems: Problem[],
  ) {}

  text(field: string, text: string): string | null {
    const location = { connection: this.connection, field };
    if (holdsPlainSecret(text))
      this.problems.push({ ...problemAt(this.document, field, plainSecretAdvice(location)), severity: 'warning' });
    if (this.env === null) return null;
    const credential = credentialOf(text, location, this.env);
    if (credential.ok) return credential.text;
    this.problems.push(problemAt(this.document, field, credential.message));
    return null;
  }

  address(field: string, text: string): string | null {
    const address = this.text(field, text);
    if (address === null || (/^postgres(ql)?:\/\//.test(address) && URL.canParse(address))) return address;
    this.problems.push(
      problemAt(
        this.document,
        field,
        bilingual('Must be a PostgreSQL address: postgres://<user>:<password>@host:port/database.'),
      ),
    );
    return null;
  }
}
