import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { kycStates, readMerchant, updateMerchant, type Merchant } from '#contract/merchants.ts'
import { countryName, currencyLabel } from '#console/kit/i18n/names.ts'
import { EnvironmentMenu } from '#console/kit/shell/environment-menu.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { DeniedScreen } from '#console/kit/shell/denied-screen.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { screenTitle, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { Confirmation } from './confirmation.tsx'
import { EditRecord } from './edit-record.tsx'
import { History } from './history.tsx'
import { OpenKyc } from './open-kyc.tsx'
import { ReadRecord } from './read-record.tsx'
import { YourMaster } from './your-master.tsx'

const InvoiceSettings = lazy(withTexts(() => import('#console/invoices/settings/settings-tab.tsx')))

const tabs = ['general', 'invoices', 'advanced'] as const

/** General settings: the account, the record that administrators may change, and the user. */
export default function GeneralSettings(): ReactNode {
  const { t } = useTranslation()
  const { tab, denied } = useScreenSearch('generalSettings')
  const administers = allowed('administration', accessOf(useUser()))
  const offered = tabs.filter((one) => one !== 'invoices' || administers)
  const open = offered.find((one) => one === tab) ?? 'general'
  return (
    <Screen name="generalSettings">
      {denied && <DeniedScreen name={denied} />}
      <TabLinks
        screen="generalSettings"
        label={screenTitle('generalSettings')}
        tabs={offered.map((one) => ({ tab: one, title: t(($) => $.confirmation.tabs[one]) }))}
        open={open}
      />
      {open === 'advanced' ? (
        <Confirmation />
      ) : open === 'invoices' ? (
        <Suspense fallback={<LinesSkeleton lines={12} />}>
          <InvoiceSettings />
        </Suspense>
      ) : (
        <General />
      )}
    </Screen>
  )
}

function General(): ReactNode {
  const { t } = useTranslation()
  const merchant = useCall(readMerchant, {})
  const mayEdit = useDenied(updateMerchant.access) === null
  const mayRead = allowed('administration', accessOf(useUser()))
  const { data } = merchant
  return (
    <div className={detail['columns']}>
      <div>
        {data ? (
          mayEdit ? (
            <Editing latest={data} reload={async () => (await merchant.refetch()).data} />
          ) : (
            <ReadRecord merchant={data} />
          )
        ) : (
          <Unanswered query={merchant} lines={10} />
        )}
      </div>
      <div>
        {data && (
          <Section title={t(($) => $.settings.account)}>
            <Account merchant={data} />
            {mayEdit && kycStates.can(data.kyc_status, 'submit') && <OpenKyc />}
          </Section>
        )}
        {data && <YourMaster mayLeave={mayEdit} />}
        <Section title={t(($) => $.settings.you)}>
          <You />
        </Section>
        <Section title={t(($) => $.settings.history)} end={mayRead && data && <AllActs merchant={data} />}>
          <History />
        </Section>
      </div>
    </div>
  )
}

/** The link to the audit log of the merchant. */
function AllActs({ merchant }: { merchant: Merchant }): ReactNode {
  const { t } = useTranslation()
  return (
    <ScreenLink to="auditLog" search={{ object_ref: merchant.uuid }}>
      {t(($) => $.auditLog.historyAll)}
    </ScreenLink>
  )
}

/**
 * The form with the revision that it was filled in from. Changes of other users do not touch unsaved input.
 */
function Editing({ latest, reload }: { latest: Merchant; reload: () => Promise<Merchant | undefined> }): ReactNode {
  const [seen, setSeen] = useState(latest)
  const showPresent = async () => {
    const present = await reload()
    if (present) setSeen(present)
  }
  return (
    <EditRecord
      key={`${seen.revision} ${seen.verification_waits}`}
      merchant={seen}
      logo={latest.logo}
      requiresTwoStep={latest.require_two_step}
      onSaved={setSeen}
      onShowPresent={() => void showPresent()}
    />
  )
}

function Account({ merchant }: { merchant: Merchant }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Facts
      facts={[
        [t(($) => $.settings.key), <Reference key="key">{merchant.key}</Reference>],
        [
          t(($) => $.settings.email),
          merchant.email_address && <LeftToRight key="mail">{merchant.email_address}</LeftToRight>,
        ],
        [t(($) => $.settings.country), countryName(merchant.country, language)],
        [t(($) => $.settings.currency), currencyLabel(merchant.currency, language)],
        [t(($) => $.settings.kind), wireWord('merchantKinds', merchant.kind)],
        [t(($) => $.settings.kyc), wireWord('kycStatuses', merchant.kyc_status)],
        [t(($) => $.settings.since), <Time key="since" at={merchant.created_at} />],
      ]}
    />
  )
}

function You(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Facts
      facts={[
        [t(($) => $.settings.name), <bdi key="name">{user.name}</bdi>],
        [t(($) => $.settings.email), <LeftToRight key="email">{user.email_address.email}</LeftToRight>],
        [t(($) => $.settings.roles), user.roles.map((role) => wireWord('roles', role)).join(t(($) => $.app.comma))],
        [t(($) => $.settings.environment), <EnvironmentMenu key="environment" />],
        [
          t(($) => $.screens.profile),
          <ScreenLink key="profile" to="profile">
            {t(($) => $.settings.toProfile)}
          </ScreenLink>,
        ],
      ]}
    />
  )
}
