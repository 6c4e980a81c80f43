import { Button, Modal, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, languageTags } from '#i18n/languages.ts'
import { type MessageWay } from '#contract/messages.ts'
import { readPaymentLink, readPaymentLinkQrCode, sendPaymentLink, type PaymentLink } from '#contract/payment-links.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { amountWords } from '#console/kit/details/values.tsx'
import styles from '#console/kit/details/share.module.css'
import { QrPart, ShareApps, SharedAddress, SharePart } from '#console/kit/details/share-parts.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** The dialogue to share a link: sent by the gateway, by the user's own programs, or as a QR code. */
export default function ShareDialogue({ link, onClose }: { link: PaymentLink; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  useReturnFocus()
  const amount = `${amountWords(link.amount, link.currency, language)} ${link.currency}`
  const words = [link.merchant_name, amount, link.description].filter(Boolean).join(' · ')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.share.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <SharedAddress url={link.link} text={words} copy={t(($) => $.paymentLinks.copy)} />
        <Send link={link} />
        <ShareApps url={link.link} text={words} />
        <QrCode link={link} />
      </div>
    </Modal>
  )
}

/** Sends the link by mail or SMS, where it has the customer's address. */
function Send({ link }: { link: PaymentLink }): ReactNode {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(link.language)
  const [way, setWay] = useState<MessageWay | null>(null)
  const { act, pending } = useAction(sendPaymentLink, { refreshes: [readPaymentLink] })
  const send = (by: MessageWay) => {
    setWay(by)
    void act({ path: { ref: link.link_ref }, body: { way: by, language } })
  }
  const button = (by: MessageWay, icon: IconName, label: string) => (
    <Button
      variant="default"
      leftSection={<Icon name={icon} />}
      loading={pending && way === by}
      disabled={pending && way !== by}
      onClick={() => send(by)}
    >
      {label}
    </Button>
  )
  if (!link.email && !link.phone)
    return (
      <SharePart title={t(($) => $.share.send)}>
        <p className={styles['hint']}>{t(($) => $.share.nobody)}</p>
      </SharePart>
    )
  return (
    <SharePart title={t(($) => $.share.send)}>
      <div className={styles['buttons']}>
        {link.email &&
          button(
            'email',
            'mail',
            t(($) => $.share.byEmail, { to: isolatedLtr(link.email) }),
          )}
        {link.phone &&
          button(
            'sms',
            'message',
            t(($) => $.share.bySms, { to: isolatedLtr(link.phone) }),
          )}
      </div>
      <Select
        size="xs"
        label={t(($) => $.linkForm.language)}
        allowDeselect={false}
        data={languageTags.map((value) => ({ value, label: languages[value].name }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      <p className={styles['hint']}>{t(($) => $.share.onceAMinute)}</p>
    </SharePart>
  )
}

function QrCode({ link }: { link: PaymentLink }): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readPaymentLinkQrCode, { path: { ref: link.link_ref } })
  if (!data) return null
  return <QrPart title={t(($) => $.paymentLinks.qrCode)} code={data.qr_code} name={link.merchant_order_ref} />
}
