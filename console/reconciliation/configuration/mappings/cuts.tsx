import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingField, MappingReading } from '#contract/recon-mapping-shapes.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { AdvancedPart } from './advanced-part.tsx'
import type { PartProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

type CutsOf = NonNullable<MappingReading['cuts']>
type Cut = NonNullable<CutsOf[MappingField]>[number]
type CutName = Cut['cut']
const cutNames = [
  'trim',
  'lower',
  'upper',
  'digits',
  'prefix',
  'suffix',
  'between',
  'json',
] as const satisfies CutName[]
type Flat = { field: MappingField; cut: Cut }

/** What is cut from a value before it is read, in this order: a prefix, what stands between two marks, a field of JSON. */
export function Cuts({ edited, change, errors }: PartProps): ReactNode {
  const { t } = useTranslation()
  const fields = Object.keys(edited.columns) as MappingField[]
  const cuts = flatOf(edited.reading.cuts ?? {})
  const set = (next: readonly Flat[]) =>
    change({ reading: { ...edited.reading, cuts: next.length > 0 ? groupedOf(next) : undefined } })
  const put = (at: number, next: Partial<Flat>) =>
    set(cuts.map((one, place) => (place === at ? { ...one, ...next } : one)))
  const [first] = fields
  if (first === undefined) return null
  return (
    <AdvancedPart
      title={t(($) => $.reconConfiguration.cuts)}
      text={t(($) => $.reconConfiguration.cutsText)}
      example={t(($) => $.reconConfiguration.cutsExample)}
      add={{
        label: t(($) => $.reconConfiguration.addCut),
        onAdd: () => set([...cuts, { field: first, cut: { cut: 'trim' } }]),
      }}
      fault={errors['reading.cuts']}
    >
      <ul className={styles['lines']}>
        {cuts.map(({ field, cut }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be the same
          <li key={at} className={styles['inline']}>
            <NativeSelect
              label={t(($) => $.reconConfiguration.cutField)}
              data={[...new Set([...fields, field])].map((value) => ({
                value,
                label: codeWord('mappingFields', value),
              }))}
              value={field}
              onChange={(event) => put(at, { field: event.currentTarget.value as MappingField })}
            />
            <NativeSelect
              label={t(($) => $.reconConfiguration.cutWhat)}
              data={cutNames.map((value) => ({ value, label: t(($) => $.reconConfiguration.cutNames[value]) }))}
              value={cut.cut}
              onChange={(event) => put(at, { cut: emptyCut(event.currentTarget.value as CutName) })}
            />
            {('text' in cut
              ? (['text'] as const)
              : 'from' in cut
                ? (['from', 'to'] as const)
                : 'path' in cut
                  ? (['path'] as const)
                  : []
            ).map((name) => (
              <TextInput
                key={name}
                label={t(($) => $.reconConfiguration.cutParts[name])}
                dir="ltr"
                value={(cut as Record<string, string>)[name] ?? ''}
                maxLength={name === 'path' ? 200 : 100}
                error={errors[`reading.cuts.${field}.${placeOf(cuts, at)}.${name}`]}
                onChange={(event) => put(at, { cut: { ...cut, [name]: event.currentTarget.value } })}
              />
            ))}
            <Button
              variant="default"
              aria-label={t(($) => $.reconConfiguration.removeCut, { field: codeWord('mappingFields', field) })}
              onClick={() => set(cuts.filter((_, place) => place !== at))}
            >
              {t(($) => $.reconConfiguration.remove)}
            </Button>
          </li>
        ))}
      </ul>
    </AdvancedPart>
  )
}

function emptyCut(cut: CutName): Cut {
  if (cut === 'prefix' || cut === 'suffix') return { cut, text: '' }
  if (cut === 'between') return { cut, from: '', to: '' }
  if (cut === 'json') return { cut, path: '' }
  return { cut }
}
/** Which of its field's cuts a cut is. */
const placeOf = (cuts: readonly Flat[], at: number): number =>
  cuts.slice(0, at).filter(({ field }) => field === cuts[at]?.field).length
const flatOf = (cuts: CutsOf): Flat[] =>
  Object.entries(cuts).flatMap(([field, list]) => (list ?? []).map((cut) => ({ field: field as MappingField, cut })))
const groupedOf = (flat: readonly Flat[]): CutsOf =>
  Object.fromEntries(
    [...Map.groupBy(flat, ({ field }) => field)].map(([field, list]) => [field, list.map(({ cut }) => cut)]),
  )
