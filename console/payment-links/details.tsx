import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPaymentLink, type PaymentLink } from '#contract/payment-links.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { languages } from '#i18n/languages.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import styles from '#console/kit/details/detail.module.css'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { Facts, Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { copyText } from '#console/kit/ui/copy-text.ts'
import { ButtonLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Attempts } from './attempts.tsx'
import { CancelLink } from './cancel.tsx'
import { Share } from './share.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Unpayable } from './unpayable.tsx'

/** One payment link: its fields, state and attempts. */
export default function PaymentLinkDetails(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('paymentLinkDetails')
  return (
    <ActingFor merchant={merchant}>
      <Read linkRef={ref} />
    </ActingFor>
  )
}

function Read({ linkRef: ref }: { linkRef: string }): ReactNode {
  const link = useCall(readPaymentLink, { path: { ref } }, { enabled: ref !== '' })
  if (link.data) return <Details link={link.data} />
  return (
    <Screen name="paymentLinkDetails" back="paymentLinks">
      <Unanswered query={link} lines={10} missing={<Missing what="paymentLink" />} absent={ref === ''} />
    </Screen>
  )
}

function Details({ link }: { link: PaymentLink }): ReactNode {
  const { t } = useTranslation()
  const [cancelling, setCancelling] = useState(false)
  const writable = useDenied('paymentLinks') === null
  const merchant = useActingFor()
  const cancellable = writable && paymentLinkStates.can(link.status, 'cancel')
  const go = useGo()
  const duplicate = { duplicate: link.link_ref, ...(merchant ? { merchant } : {}) }
  useOpenActs([
    { id: 'copy', title: t(($) => $.paymentLinks.copy), icon: 'copy', run: () => void copyText(link.link) },
    ...(cancellable
      ? [
          {
            id: 'cancel',
            title: t(($) => $.palette.cancelLink),
            icon: 'close',
            run: () => setCancelling(true),
          } as const,
        ]
      : []),
    ...(writable
      ? ([
          {
            id: 'duplicate',
            title: t(($) => $.palette.duplicateLink),
            icon: 'plus',
            run: () => void go({ to: 'createPaymentLink', search: duplicate }),
          },
        ] as const)
      : []),
  ])
  return (
    <Screen
      name="paymentLinkDetails"
      back="paymentLinks"
      actions={
        <>
          <WhyNot rule="paymentLinks" />
          {cancellable && (
            <Button variant="default" onClick={() => setCancelling(true)}>
              {t(($) => $.paymentLinks.cancel)}
            </Button>
          )}
          {writable && (
            <ButtonLink to="createPaymentLink" search={duplicate} {...(cancellable ? { variant: 'default' } : {})}>
              {t(($) => $.paymentLinks.duplicate)}
            </ButtonLink>
          )}
        </>
      }
    >
      <ObjectHead
        amount={<Amount value={link.amount} currency={link.currency} />}
        state={<Status of="paymentLink" state={link.status} />}
        facts={[
          {
            name: 'customer',
            fact: (link.customer_name || link.email) && <Who>{link.customer_name || link.email}</Who>,
          },
          {
            name: 'order',
            fact: (
              <>
                {t(($) => $.paymentPage.order)} <Reference>{link.merchant_order_ref}</Reference>
              </>
            ),
          },
          { name: 'description', fact: link.description && <bdi>{link.description}</bdi> },
          { name: 'time', fact: <Time at={link.created_at} zoned /> },
        ]}
      />
      {link.status === 'created' && <Unpayable currency={link.currency} country={link.country} />}
      <div className={styles['page']}>
        <div className={styles['main']}>
          <Section title={t(($) => $.paymentLinks.attempts)}>
            <Attempts linkRef={link.link_ref} />
          </Section>
          <Section title={t(($) => $.paymentLinks.facts)}>
            <LinkFacts link={link} />
          </Section>
        </div>
        <div className={styles['side']}>
          <Share link={link} maySend={writable} />
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={link.timeline} />
          </Section>
        </div>
        <div className={styles['records']}>
          <History object="payment-link" objectRef={link.link_ref} />
        </div>
      </div>
      {cancelling && <CancelLink link={link} onClose={() => setCancelling(false)} />}
    </Screen>
  )
}

function LinkFacts({ link }: { link: PaymentLink }): ReactNode {
  const { t } = useTranslation()
  const merchant = useActingFor()
  const fields = [1, 2, 3, 4, 5] as const
  const address = [link.line_1, link.line_2, link.city, link.countryCode].filter(Boolean)
  return (
    <Facts
      facts={[
        [wireWord('columns', 'merchant'), merchant ? <bdi key="merchant">{link.merchant_name}</bdi> : undefined],
        [wireWord('columns', 'merchant_order_ref'), <Reference key="order">{link.merchant_order_ref}</Reference>],
        [wireWord('columns', 'link_ref'), <Reference key="ref">{link.link_ref}</Reference>],
        [wireWord('columns', 'created_at'), <Time key="created" at={link.created_at} zoned />],
        [
          wireWord('columns', 'expires_at'),
          link.expires_at ? <Time key="expires" at={link.expires_at} zoned /> : t(($) => $.paymentLinks.neverExpires),
        ],
        [t(($) => $.linkForm.latePayment), <LatePolicy key="late" link={link} />],
        [t(($) => $.linkForm.language), <bdi key="language">{languages[link.language].name}</bdi>],
        [t(($) => $.linkForm.description), link.description && <bdi key="text">{link.description}</bdi>],
        [wireWord('columns', 'customer_name'), link.customer_name && <bdi key="name">{link.customer_name}</bdi>],
        [t(($) => $.linkForm.email), link.email && <LeftToRight key="mail">{link.email}</LeftToRight>],
        [t(($) => $.linkForm.phone), link.phone && <LeftToRight key="phone">{link.phone}</LeftToRight>],
        [t(($) => $.linkForm.billing), address.length > 0 ? <bdi key="address">{address.join(', ')}</bdi> : undefined],
        [t(($) => $.linkForm.source), link.source && <bdi key="source">{wireWord('linkSources', link.source)}</bdi>],
        [t(($) => $.linkForm.urls.success_url), webAddress(link.success_url)],
        [t(($) => $.linkForm.urls.failure_url), webAddress(link.cancel_url)],
        [t(($) => $.linkForm.urls.merchant_back_url), webAddress(link.merchant_back_url)],
        [t(($) => $.linkForm.promoCode), link.promo_code ? <bdi key="promo">{link.promo_code}</bdi> : undefined],
        [t(($) => $.linkForm.promoDiscount), sum(link.promo_discount, link)],
        [t(($) => $.linkForm.shipping), sum(link.shipping_charges, link)],
        ...fields.map(
          (number) =>
            [t(($) => $.linkForm.ownField, { number }), link[`user_configured_field${number}`] || undefined] as const,
        ),
      ]}
    />
  )
}

/** The link's policy for late payments, with an explanation. */
function LatePolicy({ link: { late_payment: policy } }: { link: PaymentLink }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      {wireWord('latePayments', policy)}
      <span className={styles['note']}>{t(($) => $.paymentLinks.latePolicy[policy])}</span>
    </>
  )
}

const webAddress = (url: string) => (url ? <LeftToRight>{url}</LeftToRight> : undefined)
const sum = (value: number, { currency }: PaymentLink) =>
  value === 0 ? undefined : <Amount value={value} currency={currency} />
