import { apiCallList } from './api-log.ts'
import { auditLogList } from './audit-log.ts'
import { beneficiaryAccountList, beneficiaryList } from './beneficiary-lists.ts'
import { preparedExportList } from './exports.ts'
import { feeMismatchList } from './fee-checks.ts'
import { feeClaimList } from './fee-claims.ts'
import { invoiceList } from './invoice-list.ts'
import { masterColumns, type Column } from './kit/columns.ts'
import { priceList } from './price-list.ts'
import { subscriptionList } from './subscription-list.ts'
import { subMerchantList } from './sub-merchants.ts'
import { paymentLinkList } from './payment-links.ts'
import { paymentPageList } from './payment-page-list.ts'
import { paymentList } from './payment-list.ts'
import { payoutList } from './payout-list.ts'
import type { TableName } from './table-names.ts'
import { reconSettlementList, reconTransactionList } from './recon-dashboard-lists.ts'
import { reconExceptionList } from './recon-exceptions.ts'
import { reconFileList } from './recon-files.ts'
import { reconProposalList } from './recon-proposals.ts'
import { settlementLineList, settlementList } from './settlements.ts'
import { reserveMovementList } from './remittance-reserve.ts'
import { remittanceItemList, remittanceList } from './remittances.ts'
import { reconChangeList, reconRunList } from './recon-runs.ts'
import { reconLeftOutList, reconRecordList } from './recon-rows.ts'
import { thirdPartyList } from './third-party.ts'
import { ticketList } from './support.ts'
import { userList } from './users.ts'
import { movementList } from './virtual-accounts.ts'
import { webhookLogList } from './webhook-log.ts'
import { webhookColumns } from './webhooks.ts'

/** The columns of every list whose columns a user may choose. */
export const listColumns = {
  'account-movements': movementList.columns,
  'api-log': apiCallList.columns,
  'audit-log': { ...masterColumns, ...auditLogList.columns },
  beneficiaries: { ...masterColumns, ...beneficiaryList.columns },
  'beneficiary-accounts': beneficiaryAccountList.columns,
  exports: preparedExportList.columns,
  'fee-claims': feeClaimList.columns,
  'fee-mismatches': feeMismatchList.columns,
  invoices: { ...masterColumns, ...invoiceList.columns },
  merchants: subMerchantList.columns,
  'payment-pages': { ...masterColumns, ...paymentPageList.columns },
  'payment-links': { ...masterColumns, ...paymentLinkList.columns },
  payments: { ...masterColumns, ...paymentList.columns },
  payouts: { ...masterColumns, ...payoutList.columns },
  prices: { ...masterColumns, ...priceList.columns },
  'recon-changes': reconChangeList.columns,
  'recon-exceptions': reconExceptionList.columns,
  'recon-files': reconFileList.columns,
  'recon-proposals': reconProposalList.columns,
  'recon-transactions': reconTransactionList.columns,
  'recon-settlements': reconSettlementList.columns,
  'recon-left-out': reconLeftOutList.columns,
  'recon-records': reconRecordList.columns,
  'recon-runs': reconRunList.columns,
  settlements: settlementList.columns,
  'settlement-lines': settlementLineList.columns,
  remittances: remittanceList.columns,
  'remittance-items': remittanceItemList.columns,
  'reserve-movements': reserveMovementList.columns,
  subscriptions: { ...masterColumns, ...subscriptionList.columns },
  'support-tickets': ticketList.columns,
  'third-party': thirdPartyList.columns,
  users: userList.columns,
  'webhook-deliveries': webhookLogList.columns,
  webhooks: webhookColumns,
} as const satisfies Record<TableName, Record<string, Column>>
