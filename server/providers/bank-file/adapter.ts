import { isValidBIC, isValidIBAN } from 'ibantools'
import { isCurrency } from '#contract/kit/money.ts'
import type { OwnAccount } from '../payouts.ts'
import type { Outcome, Provider, Tested } from '../provider.ts'

/**
 * The merchant's own bank, which is spoken to in files alone: nothing is asked or sent here. A payout leaves when its file is made, and
 * how it ended is known when a person brings the bank's answer (`server/bank-files`).
 */
export function bankFileProvider(credentials: Readonly<Record<string, string>>): Provider {
  const account = ownAccountOf(credentials)
  return {
    authorise: takesNone,
    capture: takesNone,
    void: takesNone,
    refund: takesNone,
    cancel: takesNone,
    status: async () => ({ kind: 'absent' }),
    verifyCallback: async () => ({ kind: 'forged', why: 'a bank file calls nobody back' }),
    cardEntry: () => null,
    connection: { test: async () => tested(credentials, account) },
    payouts: {
      ...(account && { ownAccount: account }),
      pay: async () => ({ kind: 'unknown', why: 'it leaves in a file' }),
      status: async () => ({ kind: 'unknown', why: "the bank's answers are files" }),
    },
  }
}

const takesNone = async (): Promise<Outcome> => ({
  kind: 'unavailable',
  providerText: 'This channel only pays out.',
})

const plain = (text = ''): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

function ownAccountOf(credentials: Readonly<Record<string, string>>): OwnAccount | null {
  const { account_holder: holder = '', account_number: given, currency = '', company_id: companyId = '' } = credentials
  const [number, bic] = [plain(given), plain(credentials['bic'])]
  if (holder.trim() === '' || !numberForm.test(number) || !isCurrency(currency) || !isValidBIC(bic)) return null
  const isIban = isValidIBAN(number)
  // What begins like an IBAN and is none has a digit that is wrong.
  if (!isIban && ibanForm.test(number)) return null
  return { holder: holder.trim(), number, isIban, bic, currency, companyId: companyId.trim() }
}
const numberForm = /^[A-Z0-9]{4,34}$/
const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** What is certain about the account without asking anybody. */
function tested(credentials: Readonly<Record<string, string>>, account: OwnAccount | null): Tested {
  if (account)
    return {
      kind: 'working',
      account: account.number,
      checks: [{ name: account.isIban ? 'IBAN' : 'Account number', ok: true, text: account.bic }],
    }
  const refused = (field: string, providerText: string): Tested => ({ kind: 'refused', field, providerText })
  if ((credentials['account_holder'] ?? '').trim() === '') return refused('account_holder', 'Enter the account holder.')
  if (!isValidBIC(plain(credentials['bic']))) return refused('bic', "This isn't a BIC.")
  if (!isCurrency(credentials['currency']))
    return refused('currency', 'Enter a currency as three letters, such as EUR.')
  return refused('account_number', "This isn't an IBAN or an account number.")
}
