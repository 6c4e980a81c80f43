import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPageQrCode, type PaymentPage } from '#contract/payment-pages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Facts, Section, Timeline } from '#console/kit/details/detail.tsx'
import detail from '#console/kit/details/detail.module.css'
import share from '#console/kit/details/share.module.css'
import { LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fieldTitle } from './field-words.ts'
import { Lines } from './lines.tsx'
import { useFieldLines } from './use-field-lines.ts'

/** What is shown of a page's fields, in this order; those without a value are left out. */
const shown = [
  'description', 'min_quantity', 'max_quantity', 'min_amount', 'max_amount', 'promo_discount', 'shipping_charges',
  'payment_types', 'name_field', 'email_field', 'phone_field', 'custom_fields', 'button_text', 'terms', 'contact_email',
  'contact_phone', 'social_icons', 'after_payment', 'success_message', 'success_url', 'notify_shopper', 'confirmation_emails',
  'late_payment', 'theme', 'primary_color', 'secondary_color', 'listed', 'default_language', 'texts',
] as const // prettier-ignore
/** What pages of only some types have. */
const ofTypes: Partial<Record<(typeof shown)[number], readonly PaymentPage['page_type'][]>> = {
  min_quantity: ['fixed_with_quantity'],
  max_quantity: ['fixed_with_quantity'],
  min_amount: ['custom_amount'],
  max_amount: ['custom_amount'],
}

/** What a page offers and asks for, its address to hand out, and what happened to it. */
export function Overview({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const linesOf = useFieldLines(page.currency)
  const facts = shown.flatMap((name) => {
    if (ofTypes[name]?.includes(page.page_type) === false) return []
    const lines = linesOf(name, page[name])
    return lines.length === 0 ? [] : [[fieldTitle(name), <Lines key={name} lines={lines} />] as const]
  })
  return (
    <div className={detail['page']}>
      <div className={detail['main']}>
        <Section title={t(($) => $.paymentPages.offer)}>
          <Facts facts={facts} />
        </Section>
        <Section title={t(($) => $.paymentLinks.facts)}>
          <Facts
            facts={[
              [wireWord('columns', 'page_ref'), <Reference key="ref">{page.page_ref}</Reference>],
              [wireWord('columns', 'merchant_order_ref'), <Reference key="order">{page.merchant_order_id}</Reference>],
              [wireWord('columns', 'created_at'), <Time key="created" at={page.created_at} zoned />],
              [wireWord('columns', 'created_by'), page.created_by && <bdi key="by">{page.created_by}</bdi>],
              [
                wireWord('columns', 'expires_at'),
                page.expires_at ? (
                  <Time key="expires" at={page.expires_at} zoned />
                ) : (
                  t(($) => $.paymentPages.neverExpires)
                ),
              ],
              [wireWord('columns', 'version'), String(page.version)],
            ]}
          />
        </Section>
      </div>
      <div className={detail['side']}>
        {page.status !== 'cancelled' && <Address page={page} />}
        <Section title={t(($) => $.detail.timeline)}>
          <Timeline entries={page.timeline} />
        </Section>
      </div>
    </div>
  )
}

/** The address to copy or open, and its QR code. */
function Address({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const code = useCall(readPageQrCode, { path: { pageRef: page.page_ref } })
  return (
    <Section title={t(($) => $.paymentPages.address)}>
      <div className={share['share']}>
        <span className={share['address']}>
          <LeftToRight>{page.page_url}</LeftToRight>
        </span>
        <div className={share['buttons']}>
          <CopyButton text={page.page_url} label={t(($) => $.paymentPages.acts.copy)} />
          <Button
            component="a"
            href={page.page_url}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<Icon name="open" />}
          >
            {t(($) => $.paymentPages.acts.open)}
          </Button>
        </div>
        {code.data ? (
          <img
            className={share['code']}
            src={code.data.qr_code}
            width={160}
            height={160}
            alt={t(($) => $.paymentPages.qrCode)}
          />
        ) : (
          !code.error && <Skeleton width={160} height={160} />
        )}
      </div>
    </Section>
  )
}
