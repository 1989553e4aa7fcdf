/** Passes `compute` its previous result, so that it can reuse what has not changed. Each user needs an instance of its own. */
export function withPreviousResult<Input, Result>(compute: (input: Input, previous: Result | undefined) => Result) {
  let previous: Result | undefined;
  return (input: Input): Result => {
    previous = compute(input, previous);
    return previous;
  };
}
