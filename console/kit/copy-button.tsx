import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icons.tsx'

const shownMs = 2_000

/** Copies a text and says so, for the eye and for the ear. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={() => void copy()}>
        {copied ? t(($) => $.detail.copied) : label}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && t(($) => $.detail.copied)}
      </span>
    </>
  )
}
