import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { fieldTitle } from './field-words.ts'
import { keyOf, Lines } from './lines.tsx'
import styles from './payment-pages.module.css'
import { useFieldLines } from './use-field-lines.ts'

/** A page as a version keeps it: amounts in minor units of its currency. */
export type Kept = Readonly<Record<string, unknown>>

interface DifferenceProps {
  /** What the table is about, for who does not see it. */
  label: string
  before: Kept | undefined
  after: Kept
  beforeTitle: string
  afterTitle: string
  /** The fields that differ. */
  fields: readonly string[]
}

/** Two versions of a page beside each other, field by field in words; the parts that only one of them has are marked. */
export function Difference({ label, before, after, beforeTitle, afterTitle, fields }: DifferenceProps): ReactNode {
  const { t } = useTranslation()
  const linesBefore = useFieldLines((before ?? after)['currency'] as Currency, true)
  const linesAfter = useFieldLines(after['currency'] as Currency, true)
  return (
    <table className={styles['difference']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.paymentPages.field)}</th>
          <th scope="col">{beforeTitle}</th>
          <th scope="col">{afterTitle}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((name) => {
          const [was, is] = [linesBefore(name, before?.[name]), linesAfter(name, after[name])]
          const [known, kept] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))]
          return (
            <tr key={name}>
              <th scope="row">{fieldTitle(name)}</th>
              <td data-side="before" data-label={beforeTitle}>
                <Lines lines={was} marked={known.difference(kept)} />
              </td>
              <td data-side="after" data-label={afterTitle}>
                <Lines lines={is} marked={kept.difference(known)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The fields in which two versions differ, in the order in which they are kept. */
export const differing = (before: Kept, after: Kept): string[] =>
  Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
