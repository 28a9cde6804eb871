import { type ValueText, valueTextsOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { askedEditKeys, hashOf, SHORTEST_MISSPELT, storedEditKeys } from './edit-keys';
import { HashPostings } from './hash-postings';
import { NameShapes } from './name-shapes';
import { slipOf } from './slips';
import { spellingsOf, type Spellings } from './value-spellings';

/** A stored value that words may mean, and how. */
export interface FoundValue {
  text: ValueText;
  how: 'form' | 'pinyin' | 'typo';
  /** Letters or characters that differ. */
  edits: number;
}

/** Values of all columns together; of more, each column keeps its most frequent. */
const MOST_VALUES = 400_000;
/** Longer texts are descriptions, which nobody types in full. */
const LONGEST = 80;
/** Ways in which a text is looked up. */
const USES = { form: 1, sound: 2, initials: 3 } as const;

/**
 * The stored values of one model under their other spellings. A model is one audience's, as its login saw it last: the
 * index holds nobody else's values and nothing hidden, and goes with the model when a refresh brings another. Some 200
 * bytes a value; the texts are the model's.
 */
export class ValueIndex {
  private readonly texts: ValueText[] = [];
  private readonly postings = new HashPostings();
  private readonly shapes = new NameShapes();
  /** Spellings worked out lately, by the place of their text: the windows of one question meet the same values. */
  private readonly spelt = new Map<number, Spellings>();
  /** Makes it, so that whoever does may let others go between. */
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

  /** Values that are written so in another form: without an ending, with other spaces. */
  byForm(written: string): FoundValue[] {
    return this.found([hashOf(written, USES.form)], ({ whole, forms }) =>
      whole === written || forms.includes(written) ? { how: 'form', edits: 0 } : null,
    );
  }

  /** Chinese values of this sound, written in Latin letters or by other characters. */
  bySound(sounds: string): FoundValue[] {
    return this.found([hashOf(sounds, USES.sound)], (spellings) =>
      spellings.sounds.includes(sounds) ? { how: 'pinyin', edits: 0 } : null,
    );
  }

  /** The Chinese values whose sounds begin so, where they are one value. */
  byInitials(initials: string): FoundValue[] {
    const found = this.found([hashOf(initials, USES.initials)], (spellings) =>
      spellings.initials.includes(initials) ? { how: 'pinyin', edits: 0 } : null,
    );
    return new Set(found.map(({ text }) => text.value)).size === 1 ? found : [];
  }

  /** Values that differ by a slip of the hand, nearest first. */
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

  /** Keys only say where to look: what a value is spelt like decides. */
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

/** What small columns leave of their share goes to the larger ones. */
function fairShare(columns: readonly ValueText[][], share: number): ValueText[][] {
  const spare = columns.reduce((sum, { length }) => sum + Math.max(0, share - length), 0);
  const large = columns.filter(({ length }) => length > share).length;
  const most = share + Math.floor(spare / Math.max(1, large));
  return columns.map((texts) => (texts.length > most ? texts.slice(0, most) : texts));
}
