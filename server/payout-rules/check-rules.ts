import type { AskedRules } from '#contract/payout-rules.ts'
import { rolesFor } from '#contract/grants.ts'
import { Fault, type FieldError } from '#contract/faults.ts'
import { hasRight, type PayoutRule, type Policy } from './engine.ts'
import type { People } from './people.ts'

/**
 * Asked rules as the engine takes them. Refuses two of one amount, a level of both roles and people or of neither, and one that there
 * are too few people for. Throws `notFound` for a user whom the merchant does not have.
 */
export function checkRules({ rules, verification }: AskedRules, people: People): Policy {
  const errors: FieldError[] = []
  const refuse = (path: string, reason: string, text: string) => errors.push({ path, reason, text })
  const approvers = rolesFor('payoutApprovers')
  const seen = new Set<string>()
  const checked = rules.map(({ currency, from_amount, on, levels }, at): PayoutRule => {
    const key = `${currency} ${on} ${from_amount}`
    if (seen.has(key)) refuse(`rules.${at}.from_amount`, 'duplicate', 'Another rule begins at this amount.')
    seen.add(key)
    const kept = levels.map(({ need, roles: named = [], users: ids = [] }, level) => {
      const [roles, users] = [[...new Set(named)], [...new Set(ids)]]
      const path = `rules.${at}.levels.${level}`
      for (const id of users) if (!people.has(id)) throw new Fault('notFound')
      if ((roles.length === 0) === (users.length === 0))
        refuse(path, 'required', 'Name roles or people, one of the two.')
      else if (!roles.every((role) => approvers.includes(role)))
        refuse(path, 'may_not_approve', 'This role may not approve payouts.')
      const able = [...people.values()].filter(
        (person) =>
          hasRight(person, 'approve') &&
          (users.includes(person.id) || person.roles.some((role) => roles.includes(role))),
      )
      if (able.length < need) refuse(path, 'too_few_people', 'There are not that many people who may approve it.')
      return { need, roles, users }
    })
    return { currency, fromMinor: from_amount, on, levels: kept }
  })
  if (errors.length > 0) throw new Fault('invalidRequest', { errors })
  return { verification, rules: checked }
}
