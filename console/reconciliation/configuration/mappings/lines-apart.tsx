import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingReading } from '#contract/recon-mapping-shapes.ts'
import { AdvancedPart } from './advanced-part.tsx'
import { ColumnSelect } from './column-select.tsx'
import type { AdvancedProps } from './use-mapping.ts'
import { WordsInput } from './words-input.tsx'
import styles from '../configuration.module.css'

type Sections = NonNullable<MappingReading['sections']>

/** The column that tells kinds of lines apart, and which of its words are records, titles or lines to leave out. */
export function LinesApart({ edited, change, titles, errors, layout, wordsOf }: AdvancedProps): ReactNode {
  const { t } = useTranslation()
  const { reading } = edited
  const sections = reading.sections ?? layout?.sections
  const set = (next: Sections | undefined) => change({ reading: { ...reading, sections: next } })
  const put = (next: Partial<Sections>) => sections && set({ ...sections, ...next })
  const found = wordsOf(sections?.column ?? '')
  return (
    <AdvancedPart
      title={t(($) => $.reconConfiguration.advanced.sections.title)}
      text={t(($) => $.reconConfiguration.advanced.sections.text)}
      example={t(($) => $.reconConfiguration.advanced.sections.example)}
      fault={errors['reading.sections']}
    >
      <div className={styles['fields']}>
        <ColumnSelect
          label={t(($) => $.reconConfiguration.advanced.column)}
          titles={titles}
          value={sections?.column}
          error={errors['reading.sections.column']}
          onChange={(column) => set(column === undefined ? undefined : { ...sections, column })}
        />
        {sections && (
          <>
            <WordsInput
              label={t(($) => $.reconConfiguration.advanced.sections.body)}
              hint={t(($) => $.reconConfiguration.advanced.sections.bodyHint)}
              found={found}
              value={sections.body}
              error={errors['reading.sections.body']}
              onChange={(body) => put({ body })}
            />
            <WordsInput
              label={t(($) => $.reconConfiguration.advanced.sections.titles)}
              hint={t(($) => $.reconConfiguration.advanced.sections.titlesHint)}
              found={found}
              value={sections.titles}
              error={errors['reading.sections.titles']}
              onChange={(words) => put({ titles: words })}
            />
            <WordsInput
              label={t(($) => $.reconConfiguration.advanced.sections.ignored)}
              hint={t(($) => $.reconConfiguration.advanced.sections.ignoredHint)}
              found={found}
              value={Object.keys(sections.ignored ?? {})}
              error={errors['reading.sections.ignored']}
              onChange={(words) => put({ ignored: words && ignoredBy(words, sections.ignored) })}
            />
          </>
        )}
      </div>
    </AdvancedPart>
  )
}

/** A line that is left out is listed by its own word, unless a layout has a name for it. */
const ignoredBy = (words: readonly string[], named: Sections['ignored'] = {}): Sections['ignored'] =>
  Object.fromEntries(words.map((word) => [word, named[word] ?? word.slice(0, 60)]))
