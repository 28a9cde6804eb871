import type { VectorIndex } from '../vector-index';
import { changingContract } from './changing';
import { scope, small } from './contract-points';
import { erasingContract } from './erasing';
import { refusingContract } from './refusing';
import { searchingContract } from './searching';
import { severalProcessesContract } from './several-processes';
import type { OpenIndex, VectorStoreUnderTest } from './store-under-test';
import { isolationContract } from './isolation';

/**
 * The common behaviour of all implementations of the ports, run by each one's spec.
 *
 * @param start starts the store, empty; called once
 */
export function vectorIndexContract(name: string, start: () => Promise<VectorStoreUnderTest>): void {
  describe(`${name}, by the contract of the vector index`, () => {
    let store: VectorStoreUnderTest;
    let opened: VectorIndex[] = [];
    const open: OpenIndex = (purpose = 'questions', embedder = small) => {
      const index = store.open(purpose, embedder);
      opened.push(index);
      return index;
    };
    beforeAll(async () => {
      store = await start();
    });
    afterEach(async () => {
      for (const index of opened) await index.removeAll(scope);
      await Promise.all(opened.map((index) => index.close()));
      opened = [];
    });
    afterAll(() => store.stop());

    searchingContract(open);
    changingContract(open);
    isolationContract(open);
    severalProcessesContract(open);
    refusingContract(open);
    erasingContract(open, () => store);
  });
}
