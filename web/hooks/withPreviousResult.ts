/** Passes `compute` its previous result, so that it can reuse unchanged parts. Each caller needs its own instance. */
export function withPreviousResult<Input, Result>(compute: (input: Input, previous: Result | undefined) => Result) {
  let previous: Result | undefined;
  return (input: Input): Result => {
    previous = compute(input, previous);
    return previous;
  };
}
