import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { testSso } from '#contract/sso-connection.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './sso.module.css'

type Found = WireOutput<typeof testSso>

/** The button that tests the provider's metadata, with explanations of what is wrong. */
export function TestConnection({ issuer }: { issuer: string }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(testSso)
  const [found, setFound] = useState<{ issuer: string; found: Found } | null>(null)
  const test = async () => {
    const outcome = await act({ body: { issuer: issuer.trim() } })
    setFound(outcome.ok ? { issuer, found: outcome.answer } : null)
  }
  return (
    <div className={styles['test']}>
      <Button variant="default" loading={pending} disabled={issuer.trim() === ''} onClick={() => void test()}>
        {t(($) => $.sso.test)}
      </Button>
      <div role="status">{found?.issuer === issuer && <Finding found={found.found} />}</div>
      <FieldFailure error={error} />
    </div>
  )
}

function Finding({ found: { fault, detail, remarks, sign_in_at } }: { found: Found }): ReactNode {
  const { t } = useTranslation()
  if (fault)
    return (
      <p className={styles['bad']}>
        <Icon name="warning" />
        <span>
          {wireWord('issuerFaults', fault)} {detail && <LeftToRight>({detail})</LeftToRight>}
        </span>
      </p>
    )
  return (
    <>
      <p className={styles['good']}>
        <Icon name="check" />
        <span>
          {t(($) => $.sso.usable)} <LeftToRight>{sign_in_at}</LeftToRight>
        </span>
      </p>
      {remarks.map((remark) => (
        <p key={remark} className={styles['hint']}>
          {wireWord('issuerRemarks', remark)}
        </p>
      ))}
    </>
  )
}
