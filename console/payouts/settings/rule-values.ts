import { isCurrency, type Currency } from '#contract/kit/money.ts'
import type { Role } from '#contract/access.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readPayoutRules } from '#contract/payout-rules.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

export type Answer = WireOutput<typeof readPayoutRules>
export type Version = Answer['in_force']

/** A level as the form holds it: of roles or of people. */
export interface LevelValues {
  need: string
  of: 'roles' | 'users'
  roles: Role[]
  users: string[]
}
export interface RuleValues {
  currency: Currency
  from_amount: string
  on: 'payout' | 'batch'
  levels: LevelValues[]
}
export interface RulesValues {
  verification: boolean
  rules: RuleValues[]
}

export const emptyLevel = (): LevelValues => ({
  need: '1',
  of: 'roles',
  roles: ['admin', 'payouts-approve-user'],
  users: [],
})
export const emptyRule = (currency: Currency): RuleValues => ({
  currency,
  from_amount: '0',
  on: 'payout',
  levels: [emptyLevel()],
})

export const valuesOf = ({ verification, rules }: Version): RulesValues => ({
  verification,
  rules: rules.map(({ currency, from_amount, on, levels }) => ({
    currency,
    from_amount: String(from_amount),
    on,
    levels: levels.map(({ need, roles, users }) => ({
      need: String(need),
      of: users.length > 0 ? 'users' : 'roles',
      roles: [...roles],
      users: users.map(({ sub_user_id: id }) => id),
    })),
  })),
})

/** The body's part that says the rules. */
export const rulesBody = ({ verification, rules }: RulesValues) => ({
  verification,
  rules: rules.map(({ currency, from_amount, on, levels }) => ({
    currency,
    from_amount: amountNumber(from_amount) ?? Number.NaN,
    on,
    levels: levels.map(({ need, of, roles, users }) => ({
      need: Number(need),
      ...(of === 'roles' ? { roles } : { users }),
    })),
  })),
})

/** The form's field of an error: what is wrong with a level stands at its number. */
export const ruleField = (path: string): string => path.replace(/^(rules\.\d+\.levels\.\d+)(\..*)?$/, '$1.need')

/** The merchant's own currency where payouts know it. */
export const ownCurrency = (currency: string): Currency => (isCurrency(currency) ? currency : 'USD')
