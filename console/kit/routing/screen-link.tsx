import { Button, type ButtonProps } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { screens, type ScreenName } from '#contract/screens.ts'

/** What each screen's address carries after its `?`; `console/screens.tsx` registers it as `searches`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Registered {}
type Searches = Registered extends { searches: infer S } ? S : Record<ScreenName, RawSearch>
export type SearchOf<N extends ScreenName> = N extends keyof Searches ? Searches[N] : RawSearch
export type RawSearch = Record<string, string>

type Destination<N extends ScreenName> = {
  to: N
  /** What stands for the parts of its path that begin with `$`. */
  params?: Record<string, string>
  /** Begins to act for this merchant there, by its key, or ends it (empty); else it stays as it is. */
  acting?: string
} & (Record<never, never> extends SearchOf<N> ? { search?: SearchOf<N> } : { search: SearchOf<N> })
/** A screen and what its address carries. */
export type AnyDestination = { [N in ScreenName]: Destination<N> }[ScreenName]
/** `hash` names a part of the screen. */
type Rest = Omit<ComponentProps<'a'>, 'href'> & { hash?: string }

/** A link to a screen by its name. */
export function ScreenLink<N extends ScreenName>(props: Destination<N> & Rest): ReactNode {
  const { to, search, params, acting, hash, ...rest } = props
  const kept = useActing()
  const place = hash === undefined ? {} : { hash }
  const leads = target({ to, search, params, acting: acting ?? kept })
  return <Link activeOptions={sameAddress} {...({ ...rest, ...place, ...leads } as LinkProps)} />
}
/** A link is the current one only when all of the address is as the link has it. */
const sameAddress = { exact: true, includeSearch: true }

/** A link to a screen that looks like a button. */
export function ButtonLink<N extends ScreenName>({
  to,
  search,
  params,
  acting,
  ...button
}: Destination<N> & ButtonProps & { children: ReactNode }): ReactNode {
  const kept = useActing()
  return (
    <Button
      {...(button as ButtonProps)}
      renderRoot={(root: object) => (
        <Link {...({ ...root, ...target({ to, search, params, acting: acting ?? kept }) } as LinkProps)} />
      )}
    />
  )
}

interface Target {
  to: ScreenName
  search: object | undefined
  params: Record<string, string> | undefined
  acting: string
}
const target = ({ to, search, params = {}, acting }: Target) => ({
  to: screens[to].path,
  search: { ...search, ...(acting && { acting }) } as object,
  params: params as object,
})

/** The key of the merchant that a master acts for, as the address has it and every link keeps it; empty for its own. */
export const useActing = (): string => (useSearch({ strict: false }) as RawSearch)['acting'] ?? ''
/** The router's own types know no screens by name. */
type LinkProps = ComponentProps<typeof Link>

/** What stands for a `$` part of this screen's path. */
export const useScreenParam = (name: string): string => useParams({ strict: false })[name as never] ?? ''

/** Goes to an address of ours, in place of this one. */
export function useGoTo(): (address: string) => Promise<void> {
  const navigate = useNavigate()
  return (address) => navigate({ href: address, replace: true })
}

/** What the address of this screen carries. */
export function useScreenSearch<N extends ScreenName>(_screen: N): SearchOf<N> {
  const { acting: _, ...search } = useSearch({ strict: false }) as RawSearch
  return search as SearchOf<N>
}

/** Goes to a screen by its name. */
export function useGo(): <N extends ScreenName>(destination: Destination<N> & { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  const kept = useActing()
  return ({ to, search, params, acting = kept, replace = false }) =>
    navigate({ ...target({ to, search, params, acting }), replace } as Parameters<typeof navigate>[0])
}
