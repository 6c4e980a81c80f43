import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readMerchant } from '#contract/merchants.ts'
import { Facts, Section } from '#console/kit/detail.tsx'
import { currencyName } from '#console/kit/filter-words.ts'
import { Failed } from '#console/kit/list-screen.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { useUser } from '#console/kit/session.ts'
import { LinesSkeleton } from '#console/kit/skeletons.tsx'
import { useCall } from '#console/kit/use-call.ts'
import { LeftToRight, Reference, Time } from '#console/kit/values.tsx'
import { failureText, wireWord } from '#console/kit/words.ts'

/** The business and the user themselves: what everybody who is signed in may see. */
export default function GeneralSettings(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Screen name="generalSettings">
      <Section title={t(($) => $.settings.business)}>
        <Business />
      </Section>
      <Section title={t(($) => $.settings.you)}>
        <Facts
          facts={[
            [t(($) => $.settings.name), <bdi key="name">{user.name}</bdi>],
            [t(($) => $.settings.email), <LeftToRight key="email">{user.email_address.email}</LeftToRight>],
            [t(($) => $.settings.roles), user.roles.map((role) => wireWord('roles', role)).join(t(($) => $.app.comma))],
          ]}
        />
      </Section>
    </Screen>
  )
}

function Business(): ReactNode {
  const { t, i18n } = useTranslation()
  const merchant = useCall(readMerchant, {})
  if (merchant.error)
    return (
      <Failed
        error={failureText(merchant.error)}
        requestId={merchant.error.requestId}
        onRetry={() => void merchant.refetch()}
      />
    )
  if (!merchant.data) return <LinesSkeleton lines={4} />
  const { data } = merchant
  const country = new Intl.DisplayNames([i18n.language], { type: 'region' })
  return (
    <Facts
      facts={[
        [t(($) => $.settings.name), <bdi key="name">{data.name}</bdi>],
        [t(($) => $.settings.brand), <bdi key="brand">{data.brand_name}</bdi>],
        [t(($) => $.settings.website), data.website_url && <LeftToRight key="site">{data.website_url}</LeftToRight>],
        [t(($) => $.settings.email), data.email_address && <LeftToRight key="mail">{data.email_address}</LeftToRight>],
        [t(($) => $.settings.country), countryName(data.country, country)],
        [t(($) => $.settings.currency), `${data.currency} · ${currencyName(data.currency, i18n.language)}`],
        [t(($) => $.settings.timeZone), <LeftToRight key="zone">{data.time_zone}</LeftToRight>],
        [t(($) => $.settings.kind), wireWord('merchantKinds', data.kind)],
        [t(($) => $.settings.kyc), wireWord('kycStatuses', data.kyc_status)],
        [t(($) => $.settings.key), <Reference key="key">{data.key}</Reference>],
        [t(($) => $.settings.since), <Time key="since" at={data.created_at} />],
      ]}
    />
  )
}

const countryName = (code: string, names: Intl.DisplayNames): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
