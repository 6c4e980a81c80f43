import { Button, type ButtonProps } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'

/** The query parameters of an address as texts. */
export type RawSearch = Record<string, string>
/** The query parameters of a screen, as `contract/screens.ts` declares them. */
type SearchOf<N extends ScreenName> = (typeof screens)[N] extends { search: infer Declared }
  ? Declared extends readonly (infer Name extends string)[]
    ? { [K in Name]?: string }
    : RawSearch
  : Record<never, never>

/** The query parameters that a screen declares; empty and undeclared ones are dropped. */
export function readSearch(name: ScreenName, raw: RawSearch): RawSearch {
  const { search = [] }: Screen = screens[name]
  if (search === 'all') return raw
  return Object.fromEntries(search.flatMap((param) => (raw[param] ? [[param, raw[param]]] : [])))
}

type Destination<N extends ScreenName> = {
  to: N
  /** Values of the path parameters, which begin with `$`. */
  params?: Record<string, string>
  /** The key of the merchant to act for from there on; empty to stop acting. Left out, it stays as it is. */
  acting?: string
} & (Record<never, never> extends SearchOf<N> ? { search?: SearchOf<N> } : { search: SearchOf<N> })
/** A screen with the parameters of its address. */
export type AnyDestination = { [N in ScreenName]: Destination<N> }[ScreenName]
/** `hash` is the id of an element on the screen. */
type Rest = Omit<ComponentProps<'a'>, 'href'> & { hash?: string }

/** A link to a screen by its name. */
export function ScreenLink<N extends ScreenName>(props: Destination<N> & Rest): ReactNode {
  const { to, search, params, acting, hash, ...rest } = props
  const kept = useActing()
  const place = hash === undefined ? {} : { hash }
  const leads = target({ to, search, params, acting: acting ?? kept })
  return <Link activeOptions={sameAddress} {...({ ...rest, ...place, ...leads } as LinkProps)} />
}
/** A link is current only when path and query parameters are both the same. */
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

/** The key of the merchant that a master acts for, from `?acting=`, which every link keeps; empty for its own. */
export const useActing = (): string => (useSearch({ strict: false }) as RawSearch)['acting'] ?? ''
/** The router's own types do not know the screens' names. */
type LinkProps = ComponentProps<typeof Link>

/** The value of a path parameter of this screen. */
export const useScreenParam = (name: string): string => useParams({ strict: false })[name as never] ?? ''

/** Navigates to an address of the console and replaces the present history entry. */
export function useGoTo(): (address: string) => Promise<void> {
  const navigate = useNavigate()
  return (address) => navigate({ href: address, replace: true })
}

/** The query parameters of this screen. */
export function useScreenSearch<N extends ScreenName>(_screen: N): SearchOf<N> {
  const { acting: _, ...search } = useSearch({ strict: false }) as RawSearch
  return search as SearchOf<N>
}

/** Navigates to a screen by its name. */
export function useGo(): <N extends ScreenName>(destination: Destination<N> & { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  const kept = useActing()
  return ({ to, search, params, acting = kept, replace = false }) =>
    navigate({ ...target({ to, search, params, acting }), replace } as Parameters<typeof navigate>[0])
}
