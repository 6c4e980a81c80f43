import { Button, Textarea } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadPicture } from './upload.tsx'
import styles from './editor.module.css'

interface MarkedTextProps {
  label: string
  value?: string
  error?: ReactNode
  onChange?: (text: string) => void
}

/** The input of a description: a text with marks, and buttons that set them around what is selected. */
export function MarkedText({ label, value = '', error, onChange }: MarkedTextProps): ReactNode {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (change: (selected: string) => { text: string; from: number; to: number }) => {
    const { selectionStart: start = value.length, selectionEnd: end = value.length } = area.current ?? {}
    const { text, from, to } = change(value.slice(start, end))
    onChange?.(value.slice(0, start) + text + value.slice(end))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(start + from, start + to)
    })
  }
  const around = (mark: string) => () =>
    put((selected) => {
      const words = selected || t(($) => $.pageEditor.text)
      return { text: mark + words + mark, from: mark.length, to: mark.length + words.length }
    })
  const items = () =>
    put((selected) => {
      const text = `\n\n${(selected || t(($) => $.pageEditor.item))
        .split('\n')
        .map((line) => `- ${line}`)
        .join('\n')}\n\n`
      return { text, from: 4, to: text.length - 2 }
    })
  const link = () =>
    put((selected) => {
      const words = selected || t(($) => $.pageEditor.text)
      return { text: `[${words}](https://)`, from: words.length + 11, to: words.length + 11 }
    })
  const picture = (path: string) =>
    put(() => ({ text: `\n\n![](${path})\n\n`, from: 4, to: 4 }))
  const buttons = [
    { name: t(($) => $.pageEditor.bold), run: around('**') },
    { name: t(($) => $.pageEditor.italic), run: around('*') },
    { name: t(($) => $.pageEditor.listMark), run: items },
    { name: t(($) => $.pageEditor.link), run: link },
  ]
  return (
    <div role="group" aria-label={label}>
      <Textarea
        ref={area}
        label={label}
        description={t(($) => $.pageEditor.marksHint)}
        autosize
        minRows={4}
        maxRows={16}
        dir="auto"
        value={value}
        error={error}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        inputContainer={(input) => (
          <>
            <div className={styles['marks']}>
              {buttons.map(({ name, run }) => (
                <Button key={name} size="xs" variant="default" onClick={run}>
                  {name}
                </Button>
              ))}
              <UploadPicture label={t(($) => $.pageEditor.addPicture)} onDrawn={picture} />
            </div>
            {input}
          </>
        )}
      />
    </div>
  )
} // prettier-ignore
