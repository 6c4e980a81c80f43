import { describe, expect, it } from 'vitest'
import { defaultRules, ReconRule } from '#contract/recon-rule-shapes.ts'
import { errorsOf, kindsOf, newRule, ruleOf, valuesOf } from './rule-values.ts'

describe('the form of a rule', () => {
  it('gives each rule of the product back as it is', () => {
    for (const rule of [...defaultRules.settlement, ...defaultRules.bank])
      expect(ruleOf(valuesOf(rule), rule.is_enabled)).toEqual(rule)
  })

  it('gives a rule of another kind what that kind has, and nothing else', () => {
    const values = { ...valuesOf(newRule([])), kind: 'groups' as const, days: '7', methods: 'visa, mc ,', amount_from: '10' }
    expect(ruleOf(values, true)).toEqual({
      rule_key: 'own_1',
      kind: 'groups',
      is_enabled: true,
      group_by: ['day'],
      days: 7,
      only: { methods: ['visa', 'mc'], amount_from: '10' },
    })
  }) // prettier-ignore

  it('names the fields that are wrong, and a name that another rule has', () => {
    const values = { ...valuesOf(newRule([])), kind: 'near' as const, days: '', amount_to: '1,5', rule_key: 'near' }
    expect(Object.keys(errorsOf(values, ['near'])).toSorted()).toEqual(['amount_to', 'days', 'rule_key'])
    expect(errorsOf(valuesOf(newRule([])), ['near'])).toEqual({})
  })

  it('of a new rule has a name that no other has; of a bank no lines that name each other', () => {
    expect(newRule([newRule([])]).rule_key).toBe('own_2')
    expect(ReconRule.safeParse(newRule([])).success).toBe(true)
    expect(kindsOf('bank')).not.toContain('lines')
  })
})
