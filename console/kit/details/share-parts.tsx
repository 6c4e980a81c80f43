import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { saveQrCode } from '#console/kit/ui/qr-file.ts'
import styles from './share.module.css'
import { LeftToRight } from './values.tsx'

/** A part of a dialogue that shares something, with its heading. */
export function SharePart({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** An address to copy, or to hand to the device's own way of sharing with some words. */
export function SharedAddress({ url, text, copy }: { url: string; text: string; copy: string }): ReactNode {
  return (
    <>
      <span className={styles['address']}>
        <LeftToRight>{url}</LeftToRight>
      </span>
      <div className={styles['buttons']}>
        <CopyButton text={url} label={copy} />
        <DeviceShare url={url} text={text} />
      </div>
    </>
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

/** Links that open messengers with an address and some words. */
export function ShareApps({ url, text }: { url: string; text: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <SharePart title={t(($) => $.share.apps)}>
      <div className={styles['buttons']}>
        <AppLink href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`} icon="message">
          WhatsApp
        </AppLink>
        <AppLink
          href={`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`}
          icon="message"
        >
          Telegram
        </AppLink>
      </div>
    </SharePart>
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

interface QrPartProps {
  title: string
  /** The code as a data URL of an SVG. */
  code: string
  /** What the saved files are called after. */
  name: string
}

/** A QR code, to save as a picture. */
export function QrPart({ title, code, name }: QrPartProps): ReactNode {
  return (
    <SharePart title={title}>
      <div className={styles['qr']}>
        <img className={styles['code']} src={code} width={112} height={112} alt={title} />
        <div className={styles['buttons']}>
          {(['png', 'svg'] as const).map((kind) => (
            <Button
              key={kind}
              variant="default"
              leftSection={<Icon name="download" />}
              onClick={() => void saveQrCode(code, { kind, name })}
            >
              {kind.toUpperCase()}
            </Button>
          ))}
        </div>
      </div>
    </SharePart>
  )
}
