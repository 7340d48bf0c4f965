import type { Part } from '../light/part.ts'

/** How one product is drawn: in which colour, on which paper, and where to look closely. */
export type Recipe = {
  draw: (colour: string, which: number) => Part[]
  paper: string
  /** Middle of the close view in units, and how many times closer. */
  close?: readonly [x: number, y: number, times: number]
}

export const papers = {
  sand: '#e3d9c8',
  stone: '#dad7ce',
  clay: '#dfcdbb',
  sage: '#d5d6ca',
  mist: '#d2d6d4',
  blush: '#e3d6cd',
  dusk: '#c8c3bd',
  butter: '#e6dcc4',
} as const
