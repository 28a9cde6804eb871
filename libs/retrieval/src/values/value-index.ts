import { type ValueText, valueTextsOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { askedEditKeys, hashOf, SHORTEST_MISSPELT, storedEditKeys } from './edit-keys';
import { HashPostings } from './hash-postings';
import { NameShapes } from './name-shapes';
import { slipOf } from './slips';
import { spellingsOf, type Spellings } from './value-spellings';

/** A stored value that words may mean, and the kind of match. */
export interface FoundValue {
  text: ValueText;
  how: 'form' | 'pinyin' | 'typo';
  /** Letters or characters that differ. */
  edits: number;
}

/** Maximum values of all columns; beyond it, each column keeps its most frequent ones. */
const MOST_VALUES = 400_000;
/** Longer texts are descriptions, which users do not type in full. */
const LONGEST = 80;
/** Kinds of lookup keys of a text. */
const USES = { form: 1, sound: 2, initials: 3 } as const;

/**
 * The stored values of one model under their other spellings. A model belongs to one audience: the index contains only
 * what that audience's login sees, nothing hidden, and is discarded when a refresh replaces the model. Some 200 bytes a
 * value; the texts are the model's.
 */
export class ValueIndex {
  private readonly texts: ValueText[] = [];
  private readonly postings = new HashPostings();
  private readonly shapes = new NameShapes();
  /** Recently computed spellings, by text id: the windows of one question match the same values. */
  private readonly spelt = new Map<number, Spellings>();
  /** Builds the index in steps, so that the caller may yield between them. */
  readonly steps: Generator<void>;
  complete = false;

  constructor(model: SemanticModel) {
    this.steps = this.build(model);
  }

  private *build(model: SemanticModel): Generator<void> {
    const columns = valueTextsOf(model);
    const most = Math.floor(MOST_VALUES / Math.max(1, columns.length));
    for (const texts of fairShare(columns, most))
      for (const text of texts) if (text.text.length <= LONGEST) this.texts.push(text);
    yield;
    for (const [id, { text }] of this.texts.entries()) {
      this.add(id, text);
      if (id % STEP === STEP - 1) yield;
    }
    yield* this.postings.seal();
    this.complete = true;
  }

  get size(): number {
    return this.texts.length;
  }

  get bytes(): number {
    return this.postings.bytes + this.shapes.bytes;
  }

  /** Values with this form: without an ending, with other spaces. */
  byForm(written: string): FoundValue[] {
    return this.found([hashOf(written, USES.form)], ({ whole, forms }) =>
      whole === written || forms.includes(written) ? { how: 'form', edits: 0 } : null,
    );
  }

  /** Chinese values with this pronunciation, written in Latin letters or other characters. */
  bySound(sounds: string): FoundValue[] {
    return this.found([hashOf(sounds, USES.sound)], (spellings) =>
      spellings.sounds.includes(sounds) ? { how: 'pinyin', edits: 0 } : null,
    );
  }

  /** The Chinese value whose syllables have these initials, if it is unique. */
  byInitials(initials: string): FoundValue[] {
    const found = this.found([hashOf(initials, USES.initials)], (spellings) =>
      spellings.initials.includes(initials) ? { how: 'pinyin', edits: 0 } : null,
    );
    return new Set(found.map(({ text }) => text.value)).size === 1 ? found : [];
  }

  /** Values that differ by a typo, nearest first. */
  byEdits(written: string): FoundValue[] {
    if (written.length < SHORTEST_MISSPELT) return [];
    const keys: number[] = [];
    askedEditKeys(written, (hash) => keys.push(hash));
    const far = this.shapes.farFrom(written);
    const found = this.found(
      keys,
      ({ whole, forms, sounds }) => {
        const slips = [whole, ...forms, ...sounds]
          .flatMap((name) => slipOf(written, name) ?? [])
          .filter(({ edits }) => edits > 0);
        const [nearest] = slips.sort((a, b) => a.edits - b.edits);
        return nearest === undefined ? null : { how: nearest.by === 'sound' ? 'pinyin' : 'typo', edits: nearest.edits };
      },
      far,
    );
    return found.sort((a, b) => a.edits - b.edits);
  }

  private add(id: number, text: string): void {
    const { whole, forms, sounds, initials } = spellingsOf(text);
    for (const form of [whole, ...forms]) this.postings.add(hashOf(form, USES.form), id);
    for (const sound of sounds) this.postings.add(hashOf(sound, USES.sound), id);
    for (const initial of initials) this.postings.add(hashOf(initial, USES.initials), id);
    const keys = new Set<number>();
    const names = [whole, ...forms, ...sounds];
    this.shapes.add(names);
    for (const name of names) if (name.length >= SHORTEST_MISSPELT) storedEditKeys(name, (hash) => keys.add(hash));
    for (const key of keys) this.postings.add(key, id);
  }

  /** Keys only select candidates; their spellings decide. */
  private found(
    keys: readonly number[],
    judge: (spellings: Spellings) => Omit<FoundValue, 'text'> | null,
    isFar?: (id: number) => boolean,
  ): FoundValue[] {
    const ids = new Set(keys.flatMap((key) => this.postings.under(key)));
    return [...ids].flatMap((id) => {
      const text = isFar?.(id) === true ? undefined : this.texts[id];
      const verdict = text === undefined ? null : judge(this.spellingsAt(id, text.text));
      return text === undefined || verdict === null ? [] : [{ text, ...verdict }];
    });
  }

  private spellingsAt(id: number, text: string): Spellings {
    const spellings = this.spelt.get(id) ?? spellingsOf(text);
    if (this.spelt.size >= MOST_SPELT) this.spelt.clear();
    this.spelt.set(id, spellings);
    return spellings;
  }
}

const STEP = 200;
/** Some 400 bytes each. */
const MOST_SPELT = 2_000;

/** Distributes the unused share of small columns to the larger ones. */
function fairShare(columns: readonly ValueText[][], share: number): ValueText[][] {
  const spare = columns.reduce((sum, { length }) => sum + Math.max(0, share - length), 0);
  const large = columns.filter(({ length }) => length > share).length;
  const most = share + Math.floor(spare / Math.max(1, large));
  return columns.map((texts) => (texts.length > most ? texts.slice(0, most) : texts));
}
