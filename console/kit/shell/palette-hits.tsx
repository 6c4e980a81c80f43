import type { ReactNode } from 'react'
import type { SearchHit, SearchKind } from '#contract/search.ts'
import { Amount, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { stateWord, wireWord, type StateGroup } from '#console/kit/i18n/words.ts'
import { useGo, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import type { IconName } from '#console/kit/ui/icons.tsx'
import type { PaletteItem } from './palette-items.tsx'

/** How objects of a kind look in the palette, and where they open. */
interface HitKind {
  icon: IconName
  states?: StateGroup
  opens: (hit: SearchHit) => AnyDestination
}
/** On its own address, an object of another merchant names it. */
const whose = ({ merchant_key: merchant }: SearchHit) => (merchant ? { merchant } : {})

const hitKinds: Record<SearchKind, HitKind> = {
  payment: {
    icon: 'payments',
    states: 'payment',
    opens: (hit) => ({ to: 'paymentDetails', search: { order_ref: hit.ref, ...whose(hit) } }),
  },
  payment_link: {
    icon: 'link',
    states: 'paymentLink',
    opens: (hit) => ({ to: 'paymentLinkDetails', search: { ref: hit.ref, ...whose(hit) } }),
  },
  payment_page: {
    icon: 'bag',
    states: 'paymentPage',
    opens: (hit) => ({ to: 'paymentPageDetails', search: { ref: hit.ref, ...whose(hit) } }),
  },
  invoice: {
    icon: 'invoice',
    states: 'invoice',
    opens: (hit) => ({ to: 'invoiceDetails', search: { ref: hit.ref, ...whose(hit) } }),
  },
  subscription: {
    icon: 'repeat',
    states: 'subscription',
    opens: (hit) => ({ to: 'subscriptionDetails', search: { ref: hit.ref, ...whose(hit) } }),
  },
  price: {
    icon: 'tag',
    states: 'price',
    opens: (hit) => ({ to: 'priceDetails', search: { ref: hit.ref, ...whose(hit) } }),
  },
  refund: {
    icon: 'undo',
    states: 'refund',
    opens: (hit) => ({ to: 'paymentDetails', search: { order_ref: hit.within, ...whose(hit) } }),
  },
  refund_batch: {
    icon: 'table',
    states: 'refundBatch',
    opens: (hit) => ({ to: 'refundBatches', search: { batch: hit.ref }, acting: hit.merchant_key }),
  },
  payout: {
    icon: 'payouts',
    states: 'payout',
    opens: (hit) => ({ to: 'managePayouts', search: { ref: hit.ref, ...whose(hit) } }),
  },
  webhook: {
    icon: 'code',
    opens: (hit) => ({ to: 'webhooks', search: { webhook: hit.ref }, acting: hit.merchant_key }),
  },
  ticket: {
    icon: 'message',
    states: 'ticket',
    opens: ({ ref }) => ({ to: 'supportTickets', search: { ticket: ref } }),
  },
  user: { icon: 'user', opens: (hit) => ({ to: 'userDetails', search: { user: hit.ref, ...whose(hit) } }) },
  merchant: { icon: 'merchants', opens: ({ ref }) => ({ to: 'subMerchant', search: { sub: ref } }) },
}

/** The line of a found object: its name, what is known of it below, and its amount and state at the end. */
export function useHitItem(group: string): (hit: SearchHit) => PaletteItem {
  const go = useGo()
  return (hit) => {
    const { icon, opens } = hitKinds[hit.kind]
    return {
      id: `${hit.kind} ${hit.merchant_key} ${hit.ref}`,
      group,
      title: hit.title || hit.ref,
      about: <About hit={hit} />,
      icon,
      note: <Note hit={hit} />,
      run: () => void go(opens(hit) as { to: 'paymentDetails'; search: { order_ref: string } }),
    }
  }
}

function About({ hit: { kind, about, merchant_name, created_at } }: { hit: SearchHit }): ReactNode {
  const words = kind === 'refund' ? wireWord('refundReasons', about) : about
  return (
    <>
      {wireWord('searchKinds', kind)}
      {words && (
        <>
          {' · '}
          {kind === 'ticket' ? <LeftToRight>{words}</LeftToRight> : <bdi>{words}</bdi>}
        </>
      )}
      {merchant_name && (
        <>
          {' · '}
          <bdi>{merchant_name}</bdi>
        </>
      )}
      {dated.has(kind) && (
        <>
          {' · '}
          <Time at={created_at} />
        </>
      )}
    </>
  )
}
/** The time tells apart what has the same name; of others it says nothing. */
const dated: ReadonlySet<SearchKind> = new Set([
  'payment',
  'payment_link',
  'payment_page',
  'invoice',
  'subscription',
  'price',
  'refund',
  'refund_batch',
  'ticket',
])

function Note({ hit: { kind, amount, currency, status } }: { hit: SearchHit }): ReactNode {
  const { states } = hitKinds[kind]
  return (
    <>
      {amount !== null && currency !== null && <Amount value={amount} currency={currency} />}
      {states && status && <span>{stateWord(states, status)}</span>}
    </>
  )
}
