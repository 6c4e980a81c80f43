import type { ReactNode } from 'react'
import { readInvoiceSettings, type InvoiceSettings } from '#contract/invoice-settings.ts'
import { readMerchant } from '#contract/merchants.ts'
import type { ScreenName } from '#contract/screens.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import type { Currency } from '#contract/kit/money.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, InZone, useActingFor, useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'

interface InvoicesOfProps {
  screen: ScreenName
  /** The merchant that is acted for; empty for the user's own. */
  merchant: string
  children: ReactNode
}

/** Makes its children those of a merchant: its calls, and its time zone. */
export function InvoicesOf({ screen, merchant, children }: InvoicesOfProps): ReactNode {
  return (
    <ActingFor merchant={merchant}>
      <Zoned screen={screen}>{children}</Zoned>
    </ActingFor>
  )
}

function Zoned({ screen, children }: Omit<InvoicesOfProps, 'merchant'>): ReactNode {
  const acting = useActingFor() !== ''
  const read = useCall(readMerchant, {}, { enabled: acting })
  if (!acting) return children
  if (read.data) return <InZone timeZone={read.data.time_zone}>{children}</InZone>
  return (
    <Screen name={screen} back="invoices">
      <Unanswered query={read} lines={10} />
    </Screen>
  )
}

/** What a new invoice or template begins with; null until the merchant's settings are known. */
export interface Beginning {
  currency: Currency
  today: string
  settings: InvoiceSettings
}
export function useBeginning(): { beginning: Beginning | null; query: Parameters<typeof Unanswered>[0]['query'] } {
  const user = useUser()
  const timeZone = useTimeZone()
  const acting = useActingFor() !== ''
  const merchant = useCall(readMerchant, {}, { enabled: acting })
  const settings = useCall(readInvoiceSettings, { query: {} })
  const currency = acting ? merchant.data?.currency : currencyOf(user)
  const beginning =
    settings.data && currency ? { currency, today: dayAt(new Date(), timeZone), settings: settings.data } : null
  return { beginning, query: settings }
}
