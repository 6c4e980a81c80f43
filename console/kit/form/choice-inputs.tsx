import { Select, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { countryChoices, currencyChoices } from '#console/kit/i18n/names.ts'

/** A select of currencies by code and name. */
export function CurrencySelect(props: SelectProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Select
      {...props}
      data={currencyChoices(language)}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
    />
  )
}

/** A select of countries by their names in the user's language. */
export function CountrySelect(props: SelectProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Select
      {...props}
      data={countryChoices(language)}
      searchable
      selectFirstOptionOnChange
      clearable={Boolean(props.value)}
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
    />
  )
}
