import { amountAt, textAt, type Element } from './elements.ts'
import type { PaymentReport, Status } from './statement.ts'

export const reportOf = (from: Element): Omit<PaymentReport, 'groups' | 'payments'> => ({
  format: 'pain.002',
  id: textAt(from, 'GrpHdr/MsgId'),
  messageId: textAt(from, 'OrgnlGrpInfAndSts/OrgnlMsgId'),
  status: statusOf(from, 'OrgnlGrpInfAndSts/', 'GrpSts'),
})

export const groupOf = (from: Element): PaymentReport['groups'][number] => ({
  groupId: textAt(from, 'OrgnlPmtInfId'),
  status: statusOf(from, '', 'PmtInfSts'),
})

export const paymentOf = (from: Element): Omit<PaymentReport['payments'][number], 'groupId'> => ({
  endToEndId: textAt(from, 'OrgnlEndToEndId'),
  status: statusOf(from, '', 'TxSts'),
  amount: amountAt(from, 'OrgnlTxRef/Amt/InstdAmt', 'OrgnlTxRef/Amt'),
  bankRef: textAt(from, 'AcctSvcrRef'),
})

function statusOf(from: Element, at: string, name: string): Status | null {
  const code = textAt(from, at + name)
  if (code === '') return null
  return {
    code,
    reason: textAt(from, `${at}StsRsnInf/Rsn/Cd`, `${at}StsRsnInf/Rsn/Prtry`),
    text: textAt(from, `${at}StsRsnInf/AddtlInf`),
  }
}
