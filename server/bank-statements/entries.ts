import { amountAt, find, textAt, type Element } from './elements.ts'
import type { Detail, Direction, Entry, Statement } from './statement.ts'

export function statementOf(from: Element, entries: Entry[]): Statement {
  const account = textAt(from, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id').replaceAll(/\s/g, '')
  const balances = from.below
    .filter(({ name }) => name === 'Bal')
    .map((balance) => {
      const amount = amountAt(balance, 'Amt') ?? { minor: null, currency: '' }
      const isDebit = textAt(balance, 'CdtDbtInd') === 'DBIT' && amount.minor !== null && amount.minor !== '0'
      return {
        code: textAt(balance, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry'),
        minor: isDebit ? `-${amount.minor}` : amount.minor,
        currency: amount.currency,
        day: textAt(balance, 'Dt/Dt', 'Dt/DtTm'),
      }
    })
  return { id: textAt(from, 'Id'), account, balances, entries }
}

export function entryOf(from: Element, details: Detail[]): Entry {
  const { minor = null, currency = '' } = amountAt(from, 'Amt') ?? {}
  return {
    entryRef: meaningful(textAt(from, 'NtryRef')),
    bankRef: meaningful(textAt(from, 'AcctSvcrRef')),
    minor,
    currency,
    direction: directionOf(textAt(from, 'CdtDbtInd')),
    // A text in older versions, a code in newer ones.
    isBooked: textAt(from, 'Sts/Cd', 'Sts') === 'BOOK',
    bookedAt: textAt(from, 'BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt'),
    isReversal: textAt(from, 'RvslInd') === 'true' || textAt(from, 'RvslInd') === '1',
    text: textAt(from, 'AddtlNtryInf'),
    family: textAt(from, 'BkTxCd/Domn/Fmly/SubFmlyCd', 'BkTxCd/Prtry/Cd'),
    details,
  }
}

export function detailOf(from: Element): Detail {
  const party = (role: string) =>
    textAt(
      from,
      `RltdPties/${role}/Pty/Nm`,
      `RltdPties/${role}/Nm`,
      `RltdPties/Ultmt${role}/Pty/Nm`,
      `RltdPties/Ultmt${role}/Nm`,
    )
  const text = (find(from, 'RmtInf')?.below ?? [])
    .flatMap((one) => (one.name === 'Ustrd' ? one.text : textAt(one, 'CdtrRefInf/Ref')))
    .filter((one) => one !== '')
    .join(' ')
  return {
    endToEndId: meaningful(textAt(from, 'Refs/EndToEndId')),
    bankRef: meaningful(textAt(from, 'Refs/AcctSvcrRef')),
    amount: amountAt(from, 'Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'),
    debtor: party('Dbtr'),
    creditor: party('Cdtr'),
    text: text || textAt(from, 'AddtlTxInf'),
    returned: find(from, 'RtrInf') ? textAt(from, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry') : null,
  }
}

const directionOf = (text: string): Direction | null => (text === 'CRDT' || text === 'DBIT' ? text : null)
/** A reference; empty for the words that banks write where they have none. */
export const meaningful = (ref: string): string => (/^(?:NONREF|NOTPROVIDED|NOT ?AVAILABLE|0+)$/i.test(ref) ? '' : ref)
