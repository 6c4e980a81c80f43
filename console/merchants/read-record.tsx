import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateMerchant, type Merchant } from '#contract/merchants.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { languageWord } from './language-word.ts'
import styles from './settings.module.css'
import { minutesAhead, offsetText } from '#console/kit/form/time-zones.ts'

/** The record for users who may not change it, with the reason. */
export function ReadRecord({ merchant }: { merchant: Merchant }): ReactNode {
  const { t } = useTranslation()
  const onOff = (on: boolean) => t(($) => $.settings.switch[on ? 'on' : 'off'])
  const ahead = minutesAhead(merchant.time_zone, new Date())
  return (
    <>
      <p className={styles['reason']}>
        <Icon name="lock" />
        <WhyNot rule={updateMerchant.access} says={t(($) => $.settings.onlyAdministrators)} />
      </p>
      <Section title={t(($) => $.settings.business)}>
        <Facts
          facts={[
            [t(($) => $.settings.name), <bdi key="name">{merchant.name}</bdi>],
            [
              t(($) => $.settings.website),
              merchant.website_url && <LeftToRight key="site">{merchant.website_url}</LeftToRight>,
            ],
            [
              t(($) => $.settings.timeZone),
              <LeftToRight key="zone">
                {merchant.time_zone.replaceAll('_', ' ')} {ahead !== null && `· ${offsetText(ahead)}`}
              </LeftToRight>,
            ],
            [t(($) => $.settings.language), languageWord(merchant.language)],
          ]}
        />
      </Section>
      <Section title={t(($) => $.settings.brandAndLogo)}>
        <BrandPreview name={merchant.brand_name || merchant.name} website={merchant.website_url} logo={merchant.logo} />
      </Section>
      <Section title={t(($) => $.settings.rules)}>
        <Facts
          facts={[
            [t(($) => $.settings.sendReceipts), onOff(merchant.send_receipts)],
            [t(($) => $.settings.verifyPayouts), onOff(merchant.isVerifyPayoutsEnabled)],
            [t(($) => $.settings.requireTwoStep), onOff(merchant.require_two_step)],
            [
              t(($) => $.settings.masterAccess),
              merchant.kind === 'managed' ? onOff(merchant.master_merchant_access) : undefined,
            ],
          ]}
        />
      </Section>
    </>
  )
}
