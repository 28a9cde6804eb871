import type { ReactElement } from 'react';
import { useFormats } from '../../i18n/use-messages';
import { useAmounts } from '../amounts';
import { Facts } from '../facts';
import { useTexts } from '../texts';
import type { ConnectionDetail } from './connection-state';

type LimitName = keyof ConnectionDetail['limits'];

/** Limits in the order of a statement's life. */
const shown: readonly LimitName[] = [
  'statementTimeoutMs',
  'slowTimeoutMs',
  'maxRows',
  'maxBytes',
  'maxCellBytes',
  'maxCost',
  'maxScannedRows',
  'slowCost',
  'maxConcurrent',
  'maxConcurrentPerTenant',
  'maxWaiting',
  'outageWaitMs',
];

/** The limits of a connection, who may ask it, and where its configuration comes from. */
export function Limits({ detail: { limits, tenants, layer, revision } }: { detail: ConnectionDetail }): ReactElement {
  const { connection: words } = useTexts();
  const { number } = useFormats();
  const { duration, size } = useAmounts();
  const written = (name: LimitName): string => {
    const value = limits[name];
    if (value === null) return name === 'outageWaitMs' ? words.byDefault : words.unlimited;
    if (name.endsWith('Ms')) return duration(value);
    return name.endsWith('Bytes') ? size(value) : number(value);
  };
  const source = layer === 'revision' ? words.layer.revision(revision ?? '') : words.layer[layer];
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{words.limits}</h2>
      <Facts
        facts={[
          ...shown.map((name) => [words.limit[name], written(name)] as const),
          [words.tenants, tenants === null ? words.allTenants : tenants.join(', ')],
          [words.source, source],
        ]}
      />
    </section>
  );
}
