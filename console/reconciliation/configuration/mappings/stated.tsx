import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { statedFigures, type MappingReading } from '#contract/recon-mapping-shapes.ts'
import { AdvancedPart } from './advanced-part.tsx'
import { ColumnSelect } from './column-select.tsx'
import type { AdvancedProps } from './use-mapping.ts'
import { WordsInput } from './words-input.tsx'
import styles from '../configuration.module.css'

type Proof = NonNullable<MappingReading['proof']>
type Figure = NonNullable<Proof['stated']>[number]
const most = 30
const further = ['currency', 'batch', 'account', 'direction'] as const

/** What the file states about itself, which is held against the sum of its records. */
export function StatedParts({ edited, change, titles, errors, layout, wordsOf }: AdvancedProps): ReactNode {
  const { t } = useTranslation()
  const { reading } = edited
  const proof: Proof = reading.proof ?? layout?.proof ?? {}
  const sections = reading.sections ?? layout?.sections
  const kinds = wordsOf(sections?.column ?? '')
  const stated = proof.stated ?? []
  const put = (next: Partial<Proof>) => {
    const all = { ...proof, ...next }
    const isEmpty = !all.payout && !all.running && !all.stated?.length && layout?.proof === undefined
    change({ reading: { ...reading, proof: isEmpty ? undefined : all } })
  }
  const set = (next: readonly Figure[]) => put({ stated: next.length > 0 ? [...next] : undefined })
  const figure = (at: number, next: Partial<Figure>) => set(stated.map((one, place) => (place === at ? { ...one, ...next } : one)))
  return (
    <AdvancedPart
      title={t(($) => $.reconConfiguration.advanced.proof.title)}
      text={t(($) => $.reconConfiguration.advanced.proof.text)}
      example={t(($) => $.reconConfiguration.advanced.proof.example)}
      {...(stated.length < most && { add: { label: t(($) => $.reconConfiguration.advanced.proof.add), onAdd: () => set([...stated, { section: '', what: 'net', column: '' }]) } })}
      fault={errors['reading.proof'] ?? errors['reading.proof.stated']}
    >
      <div className={styles['list']}>
        {(['payout', 'running'] as const).map((name) => (
          <Checkbox key={name} label={t(($) => $.reconConfiguration.advanced.proof[name])} checked={proof[name] ?? false} onChange={(event) => put({ [name]: event.currentTarget.checked || undefined })} />
        ))}
      </div>
      <ul className={styles['lines']}>
        {stated.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be the same
          <li key={at} className={styles['rule']}>
            <div className={styles['fields']}>
              <WordsInput
                label={t(($) => $.reconConfiguration.advanced.proof.section)}
                most={1}
                found={kinds}
                value={one.section === '' ? [] : [one.section]}
                error={faultOf(at, 'section')}
                onChange={(words) => figure(at, { section: words?.[0] ?? '' })}
              />
              <NativeSelect
                label={t(($) => $.reconConfiguration.advanced.proof.what)}
                data={statedFigures.map((value) => ({ value, label: t(($) => $.reconConfiguration.advanced.proof.figures[value]) }))}
                value={one.what}
                onChange={(event) => figure(at, { what: event.currentTarget.value as Figure['what'] })}
              />
              <ColumnSelect label={t(($) => $.reconConfiguration.advanced.column)} titles={titles} value={one.column} error={faultOf(at, 'column')} onChange={(column) => figure(at, { column: column ?? '' })} />
              {further.map((name) => (
                <ColumnSelect key={name} label={t(($) => $.reconConfiguration.advanced.proof[name])} titles={titles} value={one[name]} error={faultOf(at, name)} onChange={(column) => figure(at, { [name]: column })} />
              ))}
              {one.direction !== undefined && (
                <WordsInput label={t(($) => $.reconConfiguration.advanced.proof.debit)} found={wordsOf(one.direction)} value={one.debit} error={faultOf(at, 'debit')} onChange={(debit) => figure(at, { debit })} />
              )}
              {(one.what === 'opening' || one.what === 'closing') && (
                <TextInput label={t(($) => $.reconConfiguration.advanced.proof.name)} description={t(($) => $.reconConfiguration.advanced.proof.nameHint)} maxLength={60} dir="auto" value={one.name ?? ''} error={faultOf(at, 'name')} onChange={(event) => figure(at, { name: event.currentTarget.value || undefined })} />
              )}
            </div>
            <div>
              <Button size="xs" variant="default" aria-label={t(($) => $.reconConfiguration.advanced.proof.remove, { number: at + 1 })} onClick={() => set(stated.filter((_, place) => place !== at))}>
                {t(($) => $.reconConfiguration.remove)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </AdvancedPart>
  )

  function faultOf(at: number, name: keyof Figure): string | undefined {
    return errors[`reading.proof.stated.${at}.${name}`]
  }
} // prettier-ignore
