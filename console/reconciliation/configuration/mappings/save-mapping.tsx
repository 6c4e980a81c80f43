import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { fieldName } from './field-name.ts'
import type { MappingState } from './use-mapping.ts'
import styles from '../configuration.module.css'

interface SaveMappingProps {
  state: MappingState
  /** Questions without an answer. */
  open: number
  channel: string
  isNew: boolean
}

/** Saves the mapping or its next version. What is not right yet is listed with its field, and stands there too. */
export function SaveMapping({ state, open, channel, isNew }: SaveMappingProps): ReactNode {
  const { t } = useTranslation()
  const { refused, edited } = state
  const isListed = refused !== null && refused.errors.length > 0
  const lacks = edited.display_name.trim() === '' ? 'name' : channel === '' ? 'channel' : open > 0 ? 'answers' : null
  return (
    <>
      {refused && isListed && (
        <Notice role="alert" title={t(($) => $.reconConfiguration.refused)}>
          <ul>
            {refused.errors.map((one) => (
              <li key={one.path}>
                {isolated(fieldName(one.path))}: {fieldText(one)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {refused && !isListed && refused.reason !== faults.mappingChanged.reason && <FormFailure error={refused} />}
      <div className={styles['foot']}>
        <Button
          loading={state.isSaving}
          disabled={lacks !== null || state.newer !== null || !state.isChanged}
          onClick={() => void state.send()}
        >
          {isNew ? t(($) => $.reconConfiguration.saveMapping) : t(($) => $.reconConfiguration.saveVersion)}
        </Button>
        {lacks && (
          <span className={styles['quiet']}>{t(($) => $.reconConfiguration.lacks[lacks], { count: open })}</span>
        )}
      </div>
    </>
  )
}
