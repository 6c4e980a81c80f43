import { Button, Modal, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, languageTags } from '#i18n/languages.ts'
import { type MessageWay } from '#contract/messages.ts'
import { readPaymentLink, readPaymentLinkQrCode, sendPaymentLink, type PaymentLink } from '#contract/payment-links.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { amountWords, LeftToRight } from '#console/kit/details/values.tsx'
import { saveQrCode } from './qr-file.ts'
import styles from './share.module.css'
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
        <span className={styles['address']}>
          <LeftToRight>{link.link}</LeftToRight>
        </span>
        <div className={styles['buttons']}>
          <CopyButton text={link.link} label={t(($) => $.paymentLinks.copy)} />
          <DeviceShare url={link.link} text={words} />
        </div>
        <Send link={link} />
        <Part title={t(($) => $.share.apps)}>
          <div className={styles['buttons']}>
            <AppLink href={`https://wa.me/?text=${encodeURIComponent(`${words}\n${link.link}`)}`} icon="message">
              WhatsApp
            </AppLink>
            <AppLink
              href={`https://t.me/share/url?url=${encodeURIComponent(link.link)}&text=${encodeURIComponent(words)}`}
              icon="message"
            >
              Telegram
            </AppLink>
          </div>
        </Part>
        <QrCode link={link} />
      </div>
    </Modal>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </section>
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
      <Part title={t(($) => $.share.send)}>
        <p className={styles['hint']}>{t(($) => $.share.nobody)}</p>
      </Part>
    )
  return (
    <Part title={t(($) => $.share.send)}>
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
    </Part>
  )
}

/** The button of the Web Share API, where the browser has it. */
function DeviceShare({ url, text }: { url: string; text: string }): ReactNode {
  const { t } = useTranslation()
  if (typeof navigator.share !== 'function') return null
  return (
    <Button
      variant="default"
      leftSection={<Icon name="share" />}
      // The promise rejects when the user closes the sheet.
      onClick={() => void navigator.share({ url, text }).catch(() => undefined)}
    >
      {t(($) => $.share.device)}
    </Button>
  )
}

function AppLink({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }): ReactNode {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<Icon name={icon} />}
    >
      {children}
    </Button>
  )
}

function QrCode({ link }: { link: PaymentLink }): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readPaymentLinkQrCode, { path: { ref: link.link_ref } })
  if (!data) return null
  const save = (kind: 'png' | 'svg') => void saveQrCode(data.qr_code, { kind, name: link.merchant_order_ref })
  return (
    <Part title={t(($) => $.paymentLinks.qrCode)}>
      <div className={styles['qr']}>
        <img
          className={styles['code']}
          src={data.qr_code}
          width={112}
          height={112}
          alt={t(($) => $.paymentLinks.qrCode)}
        />
        <div className={styles['buttons']}>
          <Button variant="default" leftSection={<Icon name="download" />} onClick={() => save('png')}>
            PNG
          </Button>
          <Button variant="default" leftSection={<Icon name="download" />} onClick={() => save('svg')}>
            SVG
          </Button>
        </div>
      </div>
    </Part>
  )
}
