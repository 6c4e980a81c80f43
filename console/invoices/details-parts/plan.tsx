import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoicePlan } from '#contract/invoice-messages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { PlanList } from '../plan-list.tsx'

/** Every message that the customer got or will get. */
export function Plan({ invoiceRef: ref }: { invoiceRef: string }): ReactNode {
  const { t } = useTranslation()
  const plan = useCall(readInvoicePlan, { path: { ref }, query: {} })
  if (!plan.data) return <Unanswered query={plan} lines={3} />
  return <PlanList plan={plan.data} nothing={t(($) => $.invoiceForm.noPlan)} />
}
