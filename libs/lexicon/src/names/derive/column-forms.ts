import type { NameMeaning } from '../../unit';
import type { GivenForm } from '../given-form';
import { columnMeaning, type NamedColumn } from '../named-things';
import { costOf, type RuleName } from '../rules';
import { agentForms, doingForms } from './agent-forms';
import { eventForms, timeForms } from './event-forms';
import { flagForms } from './flags/flag-forms';
import {
  aroundOwner,
  countedForms,
  headForms,
  inhabitedForms,
  kindForms,
  reorderedForms,
  gradedForms,
  withoutAmount,
  withoutKind,
  withoutUnit,
} from './head-forms';
import { namesToDerive } from './names-to-derive';
import { isNameOf } from './without-owner';
import { HAN } from './derived-form';
import { verbForms } from './verb-forms';
import { verbsOfNoun } from './verbs-of-noun';

/**
 * The derived forms of a column's names: parts of them, other word orders, and the events and states that they express.
 * `owners` are the names of the column's thing.
 */
export function* columnForms(column: NamedColumn, owners: readonly string[]): Generator<GivenForm> {
  const names = namesToDerive(column);
  const isFigure = column.role === 'measure';
  const isNumber = isFigure || column.category === 'integer';
  const texts = names.map(({ text }) => text);
  const own = columnMeaning(column);
  const owner = column.ref.table;
  for (const { text: name, cost: nameCost, rule: base } of names) {
    const form = (text: string, rule: RuleName, meaning: NameMeaning, more = 0, ownedCost?: number): GivenForm => {
      const cost = nameCost + more + costOf(rule);
      return {
        text,
        meaning,
        rule,
        base,
        cost,
        owner,
        ownedCost: ownedCost === undefined ? cost : nameCost + more + ownedCost,
      };
    };
    // The event of an order date is the order itself, if one of the thing's names is the same.
    for (const { text, rule, meaning } of eventForms(column, name, owners)) {
      if (!isNameOf(text, owners)) yield form(text, rule, meaning);
    }
    for (const { text, rule, meaning } of flagForms(column, name, owners, texts)) yield form(text, rule, meaning);
    // Questions name a yes/no column by its states.
    if (column.category === 'boolean') continue;
    for (const { text, rule, ownedCost } of headForms(name, owners)) yield form(text, rule, own, 0, ownedCost);
    for (const { text, rule } of reorderedForms(name)) yield form(text, rule, own);
    for (const text of timeForms(column, name)) yield form(text, 'kindWord', own);
    if (column.role !== 'key') for (const { text, rule } of withoutKind(name, owners)) yield form(text, rule, own);
    for (const text of column.refersTo.length > 0 ? agentForms(name, column.refersTo) : [])
      if (!isNameOf(text, owners)) yield form(text, 'agent', own);
    for (const text of column.refersTo.length > 0 ? doingForms(name) : [])
      if (!isNameOf(text, owners)) yield form(text, 'doing', { type: 'doing', column: column.ref });
    for (const text of column.role === 'dimension' ? wayForms(name) : [])
      yield form(text, 'way', { type: 'way', column: column.ref });
    if (isNumber) for (const { text, rule } of countedForms(name, isFigure)) yield form(text, rule, own);
    if (isFigure)
      for (const { text, rule } of [
        ...withoutUnit(name),
        ...withoutAmount(name),
        ...inhabitedForms(name),
        ...gradedForms(name),
        ...aroundOwner(name, owners),
      ])
        yield form(text, rule, own);
    for (const { text, rule } of column.role === 'key' ? [] : kindForms(name)) {
      yield form(text, rule, own);
      for (const rest of headForms(text, owners))
        if (rest.rule === 'ownerRest') yield form(rest.text, rest.rule, own, costOf(rule), rest.ownedCost);
    }
  }
  if (column.role !== 'name') return;
  for (const text of ['name', '名称', '名字'])
    yield { text, meaning: own, rule: 'nameOfThing', cost: costOf('nameOfThing'), owner, ownedCost: costOf('owned') };
}

/** Names of a manner: payment method, 下单渠道. */
const WAY = /^(?:[a-z]+ )??(?<noun>[a-z]{4,}) (?:method|channel|type|mode|means|way|platform)$/u;
const WAY_ZH = /^(?:\p{Script=Han}{2})??(?<verb>\p{Script=Han}{2})(?:方式|渠道|途径|形式|手段|平台|方法)$/u;

/** Synonyms of paying. */
const PAYS = ['支付', '付款', '付费', '结账', '结算', '缴费', '缴款', '交费', '买单'];
const PAYING = [...PAYS, '付', '付的', '付了', '付的款', '付款的', '付钱', '交的', '结的'];

/** The verbs beside a value of a column of manners: payment method → paid (with Alipay); 支付方式 → 付款, 支付宝付款. */
function wayForms(name: string): string[] {
  if (HAN.test(name)) {
    const verb = WAY_ZH.exec(name)?.groups?.['verb'];
    if (verb === undefined) return [];
    return PAYS.includes(verb) ? PAYING : [verb, `${verb.charAt(0)}的${verb.charAt(1)}`];
  }
  const noun = WAY.exec(name)?.groups?.['noun'];
  if (noun === undefined) return [];
  return [...new Set(verbsOfNoun(noun).flatMap((verb) => formsOf(verb)))];
}

function formsOf(verb: string): string[] {
  const { base, pasts, ing } = verbForms(verb);
  return [base, ...pasts, ing];
}
