import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceSums, SumFault } from '#contract/invoice-sums.ts'
import { limits } from '#contract/limits.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { newLine, saidLines, type EditedLine } from './edited-lines.ts'
import type { FormProps } from './inputs.ts'
import { Line, type LineActs } from './line.tsx'
import styles from './lines.module.css'
import { isBlock, pastedLines, type LineColumn } from './pasted-lines.ts'

/** More lines than these are shown in pages, so that typing into one of two thousand stays quick. */
const pageOfLines = 50

/** The lines of an invoice: Enter adds one, and rows of a spreadsheet that are pasted fill several. */
export function Lines({ form, fixed, sums }: FormProps & { sums: InvoiceSums | SumFault }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const lines = form.values.line_items
  const [page, setPage] = useState(0)
  const [said, setSaid] = useState('')
  const [focus, setFocus] = useState<{ key: string; column: LineColumn } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const disabled = fixed.has('line_items')
  const pages = Math.max(1, Math.ceil(lines.length / pageOfLines))
  const open = Math.min(page, pages - 1)
  useEffect(() => {
    if (!focus) return
    list.current?.querySelector<HTMLElement>(`[data-line="${focus.key}"] [data-column="${focus.column}"]`)?.focus()
    setFocus(null)
  }, [focus])
  // A fault in a page that is not open would be told by nobody.
  const faulty = Object.keys(form.errors).map((path) => Number(/^line_items\.(\d+)/.exec(path)?.[1] ?? Number.NaN))
  const faultAt = Math.min(...faulty.filter((at) => !Number.isNaN(at)))
  useEffect(() => {
    if (Number.isFinite(faultAt)) setPage(Math.floor(faultAt / pageOfLines))
  }, [faultAt])

  const put = (next: EditedLine[]) => form.setFieldValue('line_items', next)
  const goTo = (at: number, key: string, column: LineColumn = 'detail') => {
    setPage(Math.floor(at / pageOfLines))
    setFocus({ key, column })
  }
  const add = (after: number) => {
    const next = lines[after + 1]
    if (next && saidLines([next]).length > 0 && `${next.detail}${next.rate}`.trim() === '') return goTo(after + 1, next.key)
    if (lines.length >= limits.invoiceLines) return setSaid(t(($) => $.invoiceForm.linesMost, { count: limits.invoiceLines }))
    const line = newLine(lines[after])
    put(lines.toSpliced(after + 1, 0, line))
    goTo(after + 1, line.key)
  }
  const acts: LineActs = {
    change: (at, parts) => put(lines.with(at, { ...(lines[at] as EditedLine), ...parts })),
    validate: (at, column) => form.validateField(`line_items.${at}.${column}`),
    add,
    step: (at, by, column) => {
      const beside = lines[at + by]
      if (beside) goTo(at + by, beside.key, column)
    },
    remove: (at) => {
      const left = lines.toSpliced(at, 1)
      const kept = left.length > 0 ? left : [newLine()]
      put(kept)
      setSaid(t(($) => $.invoiceForm.lineRemoved, { line: at + 1 }))
      const beside = Math.max(0, Math.min(at, kept.length) - 1)
      goTo(beside, kept[beside]?.key ?? '')
    },
    duplicate: (at) => {
      const line = { ...(lines[at] as EditedLine), key: newLine().key }
      put(lines.toSpliced(at + 1, 0, line))
      goTo(at + 1, line.key)
    },
    move: (at, by) => {
      const line = lines[at] as EditedLine
      put(lines.toSpliced(at, 1).toSpliced(at + by, 0, line))
      setSaid(t(($) => $.invoiceForm.lineMoved, { from: at + 1, to: at + by + 1 }))
    },
    paste: (at, column, text) => {
      if (!isBlock(text)) return false
      const pasted = pastedLines(text, { into: column, over: lines.slice(at), language })
      put([...lines.slice(0, at), ...pasted, ...lines.slice(at + pasted.length)].slice(0, limits.invoiceLines))
      setSaid(t(($) => $.invoiceForm.linesPasted, { count: pasted.length }))
      return true
    },
  }
  const latest = useRef(acts)
  latest.current = acts
  const nets = typeof sums === 'string' ? [] : sums.nets
  return (
    <div className={styles['lines']}>
      <ol ref={list} className={styles['list']} start={open * pageOfLines + 1}>
        {lines.slice(open * pageOfLines, (open + 1) * pageOfLines).map((line, within) => {
          const at = open * pageOfLines + within
          const errors = Object.fromEntries(lineParts.map((part) => [part, form.errors[`line_items.${at}.${part}`]]))
          return (
            <Line
              key={line.key}
              {...{ line, at, disabled, errors, latest }}
              of={lines.length}
              currency={form.values.currency}
              net={nets[at] ?? null}
            />
          )
        })}
      </ol>
      {pages > 1 && (
        <div className={styles['pages']}>
          {Array.from({ length: pages }, (_, one) => (
            <Button key={one} size="compact-xs" variant={one === open ? 'light' : 'default'} aria-current={one === open || undefined} onClick={() => setPage(one)}>
              {numberText(one * pageOfLines + 1, language)}–{numberText(Math.min(lines.length, (one + 1) * pageOfLines), language)}
            </Button>
          ))}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {!disabled && (
        <div className={styles['addLine']}>
          <Button size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={() => add(lines.length - 1)}>
            {t(($) => $.invoiceForm.addLine)}
          </Button>
          <span className={styles['hint']}>{t(($) => $.invoiceForm.linesHint)}</span>
        </div>
      )}
    </div>
  )
} // prettier-ignore

const lineParts = ['id', 'detail', 'quantity', 'unit', 'rate', 'tax_category', 'tax_percent', 'tax_reason'] as const
