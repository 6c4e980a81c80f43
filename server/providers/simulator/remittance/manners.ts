import { bankManners, mannerNamed, type BankManner } from '../bank/manners.ts'

/**
 * What the simulator does with a remittance, by the name of the holder of its account: what the bank does with a payout, and two things
 * more. `docs/simulator.md` prints them.
 */
export const remittanceManners = {
  ...bankManners,
  'quote runs out': { steps: [{ status: 'paid', delays: 1 }], quote: 'runs out' },
  'other amount': { steps: [{ status: 'paid', delays: 1 }], amount: 'other' },
} as const satisfies Record<string, RemittanceManner>

export type RemittanceMannerName = keyof typeof remittanceManners
export const remittanceMannerNames = Object.keys(remittanceManners) as [RemittanceMannerName, ...RemittanceMannerName[]]

export interface RemittanceManner extends BankManner {
  /** The first request is refused, as if its quote had run out. */
  quote?: 'runs out'
  /** It says that the account gets a minor unit less than it was told. */
  amount?: 'other'
}

export const remittanceMannerByName = (name: string): RemittanceMannerName => mannerNamed(remittanceMannerNames, name)
