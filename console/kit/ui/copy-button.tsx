import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icons.tsx'
import { toastFailure } from './toast.ts'

const shownMs = 2_000

/** A button that copies a text, and confirms it visibly and for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const { t } = useTranslation()
  const { copied, copy } = useCopy(text)
  return (
    <>
      <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
        {copied ? t(($) => $.detail.copied) : label}
      </Button>
      <Said copied={copied} />
    </>
  )
}

/** The same as an icon beside a value. */
export function CopyIcon({ text, label }: { text: string; label: string }): ReactNode {
  const { copied, copy } = useCopy(text)
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} title={label} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
      <Said copied={copied} />
    </>
  )
}

function Said({ copied }: { copied: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <span role="status" className="visually-hidden">
      {copied && t(($) => $.detail.copied)}
    </span>
  )
}

function useCopy(text: string): { copied: boolean; copy: () => void } {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () =>
        toastFailure(
          t(($) => $.detail.notCopied),
          '',
        ),
    )
  }
  return { copied, copy }
}
