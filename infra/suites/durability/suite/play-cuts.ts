import { AcceptingGateway, type Accepted } from './accepting-gateway';
import type { Protection } from './power-cut';

/** What a number of power cuts lost. */
export interface Losses {
  cuts: number;
  /** Accepted questions and replies that were missing directly after their cut. */
  lost: Accepted[];
  /** Accepted questions and replies that survived their cut, and were missing after later ones. */
  lostLater: Accepted[];
  /** Bytes of the append-only file that were not fsynced when the power was cut. */
  bytes: number;
}

export interface CutOptions extends Protection {
  cuts: number;
  /** Servers, each with its gateway, that are cut independently. */
  servers: number;
  /** Called after each cut with what was lost so far. */
  onCut?: (losses: Losses) => void;
}

/**
 * Cuts the power of a server directly after each acceptance. Every second acceptance is a reply. All that survived its
 * cut is checked again at the end, because later cuts must not lose it.
 */
export async function playCuts({ cuts, servers, onCut, ...protection }: CutOptions): Promise<Losses> {
  const losses: Losses = { cuts: 0, lost: [], lostLater: [], bytes: 0 };
  let left = cuts;
  const play = async (): Promise<void> => {
    const gateway = await AcceptingGateway.open(protection);
    const kept: Accepted[] = [];
    try {
      while (left-- > 0) {
        const accepted = await (left % 2 === 0 ? gateway.acceptQuestion() : gateway.acceptReply());
        losses.bytes += await gateway.server.cutPower();
        ((await gateway.has(accepted)) ? kept : losses.lost).push(accepted);
        losses.cuts += 1;
        onCut?.(losses);
      }
      for (const accepted of kept) if (!(await gateway.has(accepted))) losses.lostLater.push(accepted);
    } finally {
      await gateway.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(servers, cuts) }, play));
  return losses;
}
