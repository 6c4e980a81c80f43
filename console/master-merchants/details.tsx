import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readSubMerchant } from '#contract/master-merchants.ts'
import type { SubMerchant } from '#contract/sub-merchants.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { HeadFacts } from '#console/kit/details/object-head.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ActDialogue, actsFor, type Act } from './acts.tsx'
import { Figures } from './figures.tsx'
import styles from './master-merchants.module.css'
import { countryName } from '#console/kit/i18n/names.ts'

/** One merchant of a master: facts, figures and acts. */
export default function SubMerchantDetails(): ReactNode {
  const { sub = '' } = useScreenSearch('subMerchant')
  const merchant = useCall(readSubMerchant, { path: { uuid: sub } }, { enabled: sub !== '' })
  if (merchant.data) return <Details merchant={merchant.data} />
  return (
    <Screen name="subMerchant" back="masterMerchants">
      <Unanswered query={merchant} lines={8} missing={<Missing what="merchant" />} absent={sub === ''} />
    </Screen>
  )
}

function Details({ merchant }: { merchant: SubMerchant }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const language = useLanguage()
  const [act, setAct] = useState<Act | null>(null)
  const active = merchant.status === 'ACTIVE'
  const { key } = merchant
  return (
    <Screen
      name="subMerchant"
      title={merchant.name}
      back="masterMerchants"
      beside={<Status of="merchant" state={merchant.status} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'kind', fact: wireWord('merchantKinds', merchant.kind) },
            { name: 'country', fact: countryName(merchant.country, language) },
            { name: 'email', fact: <LeftToRight>{merchant.email_address}</LeftToRight> },
            { name: 'account', fact: wireWord('accountStates', merchant.acc_status) },
          ]}
        />
      }
      actions={
        <>
          {actsFor(merchant).map((one) => (
            <Button key={one} variant="default" onClick={() => setAct(one)}>
              {t(($) => $.masters.acts[one].title)}
            </Button>
          ))}
          {active && (
            <ButtonLink to="payments" search={{}} acting={key}>
              {t(($) => $.masters.actFor)}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={detail['page']}>
        <div className={detail['main']}>
          {active ? (
            <Section title={t(($) => $.masters.last30)}>
              <ActingFor merchant={key}>
                <Figures />
              </ActingFor>
              <div className={styles['links']}>
                {(['dashboard', 'payments', 'paymentLinks', 'generalSettings'] as const).map((to) => (
                  <ButtonLink key={to} to={to} search={{}} acting={key} variant="default">
                    {t(($) => $.screens[to])}
                  </ButtonLink>
                ))}
              </div>
            </Section>
          ) : (
            <p className={styles['hint']}>{t(($) => $.masters.inactiveHint)}</p>
          )}
          <Section title={t(($) => $.masters.business)}>
            <MerchantFacts merchant={merchant} />
          </Section>
        </div>
        <div className={detail['side']}>
          <Section title={t(($) => $.settings.kyc)}>
            <KycState merchant={merchant} />
          </Section>
        </div>
        <div className={detail['records']}>
          <History object="merchant" objectRef={merchant.uuid} />
        </div>
      </div>
      {act && (
        <ActDialogue
          act={act}
          merchant={merchant}
          onClose={() => setAct(null)}
          {...(act === 'remove' ? { onDone: () => void go({ to: 'masterMerchants', search: {}, acting: '' }) } : {})}
        />
      )}
    </Screen>
  )
}

function MerchantFacts({ merchant }: { merchant: SubMerchant }): ReactNode {
  const { t } = useTranslation()
  const yes = (on: boolean) => t(($) => $.settings.switch[on ? 'on' : 'off'])
  return (
    <Facts
      facts={[
        [t(($) => $.settings.email), <LeftToRight key="mail">{merchant.email_address}</LeftToRight>],
        [t(($) => $.linkForm.phone), merchant.ph_number && <LeftToRight key="tel">{merchant.ph_number}</LeftToRight>],
        [t(($) => $.settings.currency), merchant.currency],
        [t(($) => $.masters.login), yes(merchant.is_login_allowed)],
        [t(($) => $.masters.yourChannels), yes(merchant.use_master_merchant_creds)],
        [t(($) => $.masters.crossBorder), merchant.cross_border_enabled ? yes(true) : undefined],
        [t(($) => $.masters.mayChange), yes(merchant.writable)],
        [t(($) => $.settings.key), <Reference key="key">{merchant.key}</Reference>],
        [t(($) => $.settings.since), <Time key="since" at={merchant.created_at} />],
      ]}
    />
  )
}

function KycState({ merchant }: { merchant: SubMerchant }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['buttons']}>
      <Status of="kyc" state={merchant.kyc_status} />
      {merchant.kyc_status !== 'PENDING' && (
        <ButtonLink to="reviewKyc" search={{ sub: merchant.key }} variant="default">
          {t(($) => $.masters.openKyc)}
        </ButtonLink>
      )}
      {merchant.kyc_link && <CopyButton text={merchant.kyc_link} label={t(($) => $.masters.copyKyc)} />}
    </div>
  )
}
