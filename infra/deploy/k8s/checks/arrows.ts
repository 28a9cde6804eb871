import type { Manifest } from '../kustomize/manifest';
import { ofKind, selects, workloadsOf, type Labels } from './workloads';

interface Peer {
  namespaceSelector?: { matchLabels?: Labels };
  podSelector?: { matchLabels?: Labels };
  ipBlock?: { cidr: string; except?: string[] };
}

interface Policy {
  podSelector: unknown;
  policyTypes: ('Ingress' | 'Egress')[];
  ingress?: { from?: Peer[]; ports?: { port: number }[] }[];
  egress?: { to?: Peer[]; ports?: { port: number }[] }[];
}

/**
 * The connections that the network policies allow. For each Deployment: the peers that it may call, as `→
 * namespace/pods:port`, and those that may call it, as `← …`. `ANY` means that a policy does not restrict that part, or
 * that no policy applies to the direction.
 */
export function arrowsOf(manifests: Manifest[]): Record<string, string[]> {
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec as Policy);
  return Object.fromEntries(
    workloadsOf(manifests).map(({ name, labels }) => {
      const applying = policies.filter(({ podSelector }) => selects(podSelector, labels));
      const calls = applying.flatMap(({ egress = [] }) => egress.flatMap(({ to, ports }) => ends('→', to, ports)));
      const calledBy = applying.flatMap(({ ingress = [] }) =>
        ingress.flatMap(({ from, ports }) => ends('←', from, ports)),
      );
      const open = (['Egress', 'Ingress'] as const)
        .filter((side) => !applying.some(({ policyTypes }) => policyTypes.includes(side)))
        .map((side) => `${side} ANY`);
      return [name, [...new Set([...open, ...calls, ...calledBy])].sort()];
    }),
  );
}

function ends(arrow: string, peers: Peer[] | undefined, ports: { port: number }[] | undefined): string[] {
  const names = peers === undefined || peers.length === 0 ? ['ANY'] : peers.map(nameOf);
  const numbers = ports === undefined || ports.length === 0 ? ['ANY'] : ports.map(({ port }) => String(port));
  return names.flatMap((name) => numbers.map((number) => `${arrow} ${name}:${number}`));
}

function nameOf({ namespaceSelector, podSelector, ipBlock }: Peer): string {
  if (ipBlock !== undefined) return `${ipBlock.cidr}${ipBlock.except === undefined ? '' : ' public'}`;
  const namespace =
    namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ??
    (namespaceSelector === undefined ? 'own' : 'ANY');
  const pods = podSelector?.matchLabels;
  return `${namespace}/${pods === undefined ? 'ANY' : Object.values(pods).join(',')}`;
}
