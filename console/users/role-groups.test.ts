import { expect, it } from 'vitest'
import { roles } from '#contract/access.ts'
import { roleRules } from '#contract/grants.ts'
import { roleGroups, ruleGroups } from './role-groups.ts'

it('every role and every rule that asks for a role is in exactly one group', () => {
  expect(Object.values(roleGroups).flat().toSorted()).toEqual([...roles].toSorted())
  expect(Object.values(ruleGroups).flat().toSorted()).toEqual(roleRules.toSorted())
})
