import { useState, type ReactNode } from 'react'
import type { SubscriptionRow } from '#contract/subscription-answers.ts'
import { readSubscription } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { useSubscriptionActs } from './subscription-acts.tsx'

/** The menu of acts at the end of a subscription's row, which may be another merchant's. */
export const RowMenu = ({ row, merchant }: { row: SubscriptionRow; merchant: string }): ReactNode => (
  <ActingFor merchant={merchant}>
    <Acts row={row} />
  </ActingFor>
)

/** Charges, changes and the mandate decide on the acts too: they are read when the menu is first opened. */
function Acts({ row: { order_ref: ref, customer_name, email, merchant_order_ref } }: { row: SubscriptionRow }): ReactNode {
  const [wanted, setWanted] = useState(false)
  const read = useCall(readSubscription, { path: { ref } }, { enabled: wanted })
  const { acts, dialogue } = useSubscriptionActs(read.data)
  return (
    <>
      <ActsMenu
        name={isolated(customer_name || email || merchant_order_ref)}
        acts={read.data ? acts : null}
        onOpen={() => setWanted(true)}
      >
        {read.error && !read.data && <Unanswered query={read} lines={3} />}
      </ActsMenu>
      {dialogue}
    </>
  )
} // prettier-ignore
