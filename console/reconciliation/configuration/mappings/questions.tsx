import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconSample } from '#contract/recon-sample.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { exactWords } from '#console/kit/details/exact-amount.tsx'
import { dayWords } from '#console/kit/details/values.tsx'
import { isDay } from '#contract/kit/text-forms.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import type { Language } from '#i18n/languages.ts'
import type { MappingState } from './use-mapping.ts'
import styles from '../configuration.module.css'

type Question = ReconSample['questions'][number]

/** How many questions wait for an answer. What nothing reads is no question, but for the columns or formats to be changed. */
export const openQuestions = (found: ReconSample | null, answered: readonly number[]): number =>
  (found?.questions ?? []).filter(({ kind }, at) => kind !== 'not_read' && !answered.includes(at)).length

interface QuestionsProps {
  state: MappingState
  answered: readonly number[]
  onAnswered: (answered: readonly number[]) => void
}

/** What the file leaves open: each with a value as written and what it would be by each answer. */
export function Questions({ state, answered, onAnswered }: QuestionsProps): ReactNode {
  const { t } = useTranslation()
  const questions = state.reading.found?.questions ?? []
  if (questions.length === 0) return null
  return (
    <Section title={t(($) => $.reconConfiguration.questions)}>
      <p className={styles['about']}>{t(($) => $.reconConfiguration.questionsText)}</p>
      <div className={styles['lines']}>
        {questions.map((question, at) => (
          <Asked
            // oxlint-disable-next-line react/no-array-index-key -- they stay in their order
            key={at}
            question={question}
            state={state}
            onAnswered={() => onAnswered([...new Set([...answered, at])])}
          />
        ))}
      </div>
    </Section>
  )
}

function Asked({
  question,
  state,
  onAnswered,
}: {
  question: Question
  state: MappingState
  onAnswered: () => void
}): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const own = useTimeZone()
  const { edited, change } = state
  const { kind, choices } = question
  const params = { column: isolated(question.column), example: isolated(question.example) }
  const label = t(($) => $.reconConfiguration.asks[kind], params)
  const answer = (next: Parameters<typeof change>[0]) => {
    change(next)
    onAnswered()
  }
  if (kind === 'time_zone')
    return (
      <Select
        label={label}
        data={timeZoneChoices(new Date(), own)}
        value={edited.reading.time_zone ?? null}
        searchable
        allowDeselect={false}
        onChange={(zone) => zone && answer({ reading: { ...edited.reading, time_zone: zone } })}
      />
    )
  if (kind === 'currency')
    return (
      <CurrencySelect
        label={label}
        value={edited.currency ?? null}
        onChange={(currency) => currency && answer({ currency })}
      />
    )
  if (kind === 'not_read') return <p className={styles['quiet']}>{label}</p>
  const chosen = choices.findIndex((choice) => isChosen[kind](choice, edited))
  return (
    <RadioChoices
      label={label}
      value={chosen < 0 ? null : String(chosen)}
      onChange={(at) => {
        const choice = choices[Number(at)]
        if (choice) answer(answerBy[kind](choice, question, edited))
      }}
      choices={choices.map((choice, at) => ({
        value: String(at),
        label: valueWords(choice.value, language),
        ...described(choice),
      }))}
    />
  )

  function described({ decimal, source_date_format: format }: Choice): { description?: string } {
    if (kind === 'date') return { description: format }
    if (kind !== 'decimal') return {}
    return {
      description:
        decimal === ',' ? t(($) => $.reconConfiguration.decimalComma) : t(($) => $.reconConfiguration.decimalDot),
    }
  }
}

type Choice = Question['choices'][number]
type Edited = MappingState['edited']
/** The questions that are answered by one of a few choices. */
type Chosen = Exclude<Question['kind'], 'time_zone' | 'currency' | 'not_read'>

const isChosen: Record<Chosen, (choice: Choice, edited: Edited) => boolean> = {
  date: ({ source_date_format: format }, edited) =>
    format === edited.source_date_format || (edited.reading.dates?.includes(format) ?? false),
  decimal: ({ decimal }, { reading }) => decimal === reading.decimal,
  layout: ({ layout }, edited) => layout === edited.engine_source,
  sheet: ({ sheet_number: sheet }, edited) => sheet === edited.sheet_number,
}
const answerBy: Record<Chosen, (choice: Choice, question: Question, edited: Edited) => Partial<Edited>> = {
  date: datesBy,
  decimal: (choice, _, edited) => marksBy(choice, edited),
  layout: ({ layout }) => ({ engine_source: layout }),
  sheet: ({ sheet_number: sheet }) => ({ sheet_number: sheet }),
}

function marksBy({ decimal, group }: Choice, { reading }: Edited): Partial<Edited> {
  return {
    reading: {
      ...reading,
      decimal: decimal as '.',
      ...(group === '' ? { group: undefined } : { group: group as ',' }),
    },
  }
}

/** The answer takes the place of the other answers of its question; a format of another column stays. */
function datesBy(choice: Choice, { choices }: Question, edited: Edited): Partial<Edited> {
  const others = new Set(choices.map(({ source_date_format: format }) => format))
  const kept = [edited.source_date_format ?? '', ...(edited.reading.dates ?? [])].filter(
    (format) => format !== '' && !others.has(format),
  )
  return {
    source_date_format: choice.source_date_format,
    reading: { ...edited.reading, dates: kept.length > 0 ? kept : undefined },
  }
}

/** A plain decimal or a day in words; anything else as it is. */
const valueWords = (value: string, language: Language): string =>
  isDay(value.slice(0, 10)) && value.length === 10
    ? dayWords(value, language)
    : /^-?\d+(\.\d+)?$/.test(value)
      ? isolated(exactWords(value, language))
      : isolated(value)
