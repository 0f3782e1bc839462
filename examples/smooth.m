% SPDX-License-Identifier: MIT
% OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- octave-cli -H examples/smooth.m
% prints, on two CPUs:
%     22979.7787
%     time_us 200 a round                      (without the library: 500 to 4000)
%
% Smooths a signal of 12,000 values with a window of 64: Octave's conv2 does one daxpy for each value
% of the window.
signal = mod((1:12000)' .^ 2, 1000) / 100;
window = ones(64, 1) / 64;
smoothed = conv2(signal, window);
tic;
for round = 1:50
  smoothed = conv2(signal, window);
end
printf("%.4f\ntime_us %.0f a round\n", sum(smoothed(1:5000)), toc / 50 * 1e6);
