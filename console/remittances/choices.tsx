import { Button, NativeSelect, Select } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { countryChoices } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { devices, directions, inCountry, minorOf, themes, type Choice } from './preview-choice.ts'
import styles from './preview.module.css'

interface ChoicesProps {
  choice: Choice
  onChoose: (changed: Partial<Choice>) => void
}

/** What the page is drawn for. A country brings its currency along. */
export function Choices({ choice, onChoose }: ChoicesProps): ReactNode {
  const { t } = useTranslation()
  const shownIn = useLanguage()
  const { country, currency, amount, language, direction, device, theme } = choice
  return (
    <section className={styles['choices']} aria-label={t(($) => $.checkoutPreview.choices)}>
      <Select
        label={t(($) => $.columns.country)}
        value={country}
        data={countryChoices(shownIn)}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        nothingFoundMessage={t(($) => $.list.noMatchTitle)}
        onChange={(value) => value && onChoose(inCountry(choice, value))}
      />
      <CurrencySelect
        label={t(($) => $.columns.currency)}
        value={currency}
        onChange={(value) => value && onChoose({ currency: value as Currency })}
      />
      <AmountInput
        label={t(($) => $.columns.amount)}
        currency={currency}
        value={amount}
        onChange={(typed) => onChoose({ amount: typed })}
        error={minorOf(choice) === null && wireWord('reasons', 'INVALID_AMOUNT')}
      />
      <NativeSelect
        label={t(($) => $.checkoutPreview.language)}
        value={language}
        onChange={(event) => onChoose({ language: event.currentTarget.value as Language })}
        data={languageTags.map((value) => ({ value, label: languages[value].name }))}
      />
      <NativeSelect
        label={t(($) => $.checkoutPreview.direction)}
        value={direction}
        onChange={(event) => onChoose({ direction: event.currentTarget.value as Choice['direction'] })}
        data={directions.map((value) => ({ value, label: t(($) => $.checkoutPreview.directions[value]) }))}
      />
      <Segments
        label={t(($) => $.checkoutPreview.device)}
        value={device}
        choices={devices.map((value) => ({ value, label: t(($) => $.checkoutPreview.devices[value]) }))}
        onChange={(value) => onChoose({ device: value })}
      />
      <Segments
        label={t(($) => $.checkoutPreview.theme)}
        value={theme}
        choices={themes.map((value) => ({ value, label: t(($) => $.checkoutPreview.themes[value]) }))}
        onChange={(value) => onChoose({ theme: value })}
      />
    </section>
  )
}

/** One of two, each a button that says whether it is chosen. */
function Segments<Value extends string>(props: {
  label: string
  value: Value
  choices: { value: Value; label: string }[]
  onChange: (value: Value) => void
}): ReactNode {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles['segments']}>
      <span id={id}>{props.label}</span>
      <div>
        {props.choices.map(({ value, label }) => (
          <Button
            key={value}
            variant={value === props.value ? 'light' : 'subtle'}
            aria-pressed={value === props.value}
            onClick={() => props.onChange(value)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
