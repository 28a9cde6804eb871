import { agentForms } from './agent-forms';

describe('the verbs of a column that refers to a thing', () => {
  it.each([
    ['approver', 'approved by'],
    ['manager id', 'managed by'],
    ['carrier', 'carried by'],
    ['handling agent', 'handled by'],
    ['selling agent', 'sold by'],
    ['seeing doctor', 'seen by'],
    ['inspector', 'inspected by'],
  ])('a reference is named by a participle with "by": %s', (name, form) => {
    expect(agentForms(name, ['agent', 'doctor'])).toContain(form);
  });

  it.each([
    ['审批人', ['审批']],
    ['经办人员', ['经办']],
    ['接诊医生', ['接诊']],
    ['付款账户编号', ['付款']],
    ['客户', []],
    ['父级', []],
  ])('a Chinese reference is named by the verb before its agent: %s', (name, forms) => {
    expect(agentForms(name, ['医生', '账户', '客户'])).toEqual(forms);
  });

  it.each(['customer city', 'policy', 'home branch'])('a name without an action has no agent forms: %s', (name) => {
    expect(agentForms(name, ['branch'])).toEqual([]);
  });
});
